import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Outputs of a batch that are files which the batch needs.
@Suite(.waiting, .timeLimit(.minutes(20)))
struct BatchOverwriteTests {
  let batch: BatchFolder

  init() throws { batch = try BatchFolder(photos: 6) }

  /// The outcome of each job, in the order of their names: its status, or the code and the message
  /// of its failure.
  private func ends(_ outcome: Outcome) throws -> [String] {
    try ResultLine.lines(outcome.outputBytes).sorted { $0.job < $1.job }.map { result in
      result.error.map { "\($0.code) \($0.messages.joined(separator: " "))" } ?? result.status
    }
  }

  private func path(_ name: FilePath) -> String { batch.folder.path(of: name).string }

  private func isUsed(_ name: FilePath, as use: String = "a photo of another job") -> String {
    "73 \(path(name)): this is \(use); write the collage to another file"
  }

  private func isOutput(_ name: FilePath, line: Int) -> String {
    "64 line \(line): \"photos\": \(path(name)) is the output of an earlier line; use another photo here, "
      + "or another output there"
  }

  /// Job "a", which writes a file.
  private func writing(_ output: FilePath) -> String {
    "{\"id\": \"a\", \"photos\": [\"photos/1.jpg\", \"photos/2.jpg\"], \"output\": \"\(output.string)\"}"
  }

  /// Job "b", which uses a photo.
  private func using(_ photo: FilePath) -> String {
    "{\"id\": \"b\", \"photos\": [\"\(photo.string)\", \"photos/3.jpg\"], \"output\": \"b.jpg\"}"
  }

  /// Runs the program with its standard streams redirected by a line of shell, in which `"$@"`
  /// stands for the program.
  private func shell(_ script: String, _ arguments: String...) throws -> Outcome {
    try ChildProcess(
      "/bin/sh", ["-c", script, "sh", BuiltProgram.path.string, "batch"] + arguments,
      in: batch.folder.path
    ).run()
  }

  private func expectPhotosStay(during body: () throws -> Void) throws {
    let before = try FolderSnapshot(of: batch.folder.path(of: "photos"))
    try body()
    #expect(try FolderSnapshot(of: batch.folder.path(of: "photos")) == before)
  }

  @Test
  func
    `a photo of another job is never replaced, whichever comes first, by whatever names and links`()
    throws
  {
    try batch.folder.makeSymbolicLink("link", to: "photos")
    try batch.folder.makeSymbolicLink("soft.jpg", to: "photos/0.jpg")
    try batch.folder.makeHardLink("hard.jpg", to: "photos/0.jpg")
    let pairs: [(output: FilePath, photo: FilePath)] = [
      ("photos/0.jpg", "photos/0.jpg"), ("link/0.jpg", "photos/0.jpg"),
      ("soft.jpg", "photos/0.jpg"),
      ("hard.jpg", "photos/0.jpg"), ("photos/0.jpg", "soft.jpg"), ("photos/0.jpg", "hard.jpg"),
      ("photos/../photos/0.jpg", "link/0.jpg"),
    ]
    try expectPhotosStay {
      for (output, photo) in pairs {
        for lines in [[writing(output), using(photo)], [using(photo), writing(output)]] {
          try batch.writeManifest(lines)
          let outcome = try batch.run("jobs.jsonl", "--force")
          #expect(try ends(outcome) == [isUsed(output), "saved"])
          #expect(outcome.exitCode == 1)
        }
      }
    }
    #expect(try batch.folder.read("hard.jpg") == batch.folder.read("photos/0.jpg"))
  }

  @Test func `the jobs may be in any shards, and far apart`() throws {
    let others = (0..<300).map { BatchFolder.line($0, photos: 6) }
    try batch.writeManifest([writing("photos/0.jpg")] + others + [using("photos/0.jpg")])
    try expectPhotosStay {
      for shards in [1, 2, 3] {
        let results = try (0..<shards).flatMap { index in
          let arguments = [
            "jobs.jsonl", "--force", "--canvas", "8x6px", "--shard", "\(index)/\(shards)",
          ]
          return try ends(batch.command(arguments).run())
        }
        #expect(
          results.count == 302 && results.filter { $0 != "saved" } == [isUsed("photos/0.jpg")])
      }
    }
  }

  @Test func `a photo counts also in a line that is wrong`() throws {
    try batch.writeManifest([
      writing("photos/0.jpg"), using("photos/0.jpg").dropLast() + ", \"gapp\": 1}",
    ])
    try expectPhotosStay {
      let ends = try ends(batch.run("jobs.jsonl", "--force"))
      #expect(ends.first == isUsed("photos/0.jpg"))
    }
  }

  @Test func `a collage that is a photo isn't replaced without being asked either`() throws {
    let made = try BuiltProgram.run(
      "make", "photos/4.jpg", "photos/5.jpg", "-o", "photos/x.jpg", in: batch.folder)
    #expect(made.exitCode == 0)
    try expectPhotosStay {
      try batch.writeManifest([using("photos/x.jpg"), writing("photos/x.jpg")])
      #expect(try ends(batch.run("jobs.jsonl")) == [isUsed("photos/x.jpg"), "saved"])
      // Nobody can tell any more whether it is the one that was meant.
      try batch.folder.remove("b.jpg")
      try batch.writeManifest([writing("photos/x.jpg"), using("photos/x.jpg")])
      #expect(
        try ends(batch.run("jobs.jsonl")) == [
          isUsed("photos/x.jpg"), isOutput("photos/x.jpg", line: 2),
        ])
    }
  }

  @Test func `a line that comes when its photo is gone says so, and so does every later run`()
    throws
  {
    try batch.writeManifest([writing("photos/0.jpg"), using("photos/0.jpg")])
    let script = """
      { head -n 1 jobs.jsonl; until [ -s results.jsonl ]; do sleep 0.01; done; tail -n 1 jobs.jsonl; } \
        | "$@" > results.jsonl; code=$?; cat results.jsonl; exit $code
      """
    let first = try shell(script, "--force", "--canvas", "40x30px")
    #expect(try ends(first) == ["saved", isOutput("photos/0.jpg", line: 2)] && first.exitCode == 1)
    for arguments in [
      ["jobs.jsonl"], ["jobs.jsonl", "--shard", "0/2"], ["jobs.jsonl", "--shard", "1/2"],
    ] {
      let again = try batch.command(arguments + ["--canvas", "40x30px"]).run()
      #expect(try Set(ends(again)).isSubset(of: ["unchanged", isOutput("photos/0.jpg", line: 2)]))
    }
    #expect(try !batch.folder.names().contains("b.jpg"))
  }

  @Test func `the manifest and the results are never the output`() throws {
    try batch.folder.makeSymbolicLink("link", to: ".")
    for output in ["jobs.jsonl", "link/jobs.jsonl", "hard.jsonl"] as [FilePath] {
      try batch.writeManifest([writing(output)])
      if output == "hard.jsonl" { try batch.folder.makeHardLink("hard.jsonl", to: "jobs.jsonl") }
      let manifest = try batch.folder.read("jobs.jsonl")
      #expect(try ends(batch.run("jobs.jsonl", "--force")) == [isUsed(output, as: "the manifest")])
      #expect(
        try ends(shell("\"$@\" < jobs.jsonl", "--force")) == [isUsed(output, as: "the manifest")])
      #expect(try batch.folder.read("jobs.jsonl") == manifest)
    }
    try batch.writeManifest([writing("results.jsonl")])
    let outcome = try shell("\"$@\" > results.jsonl; cat results.jsonl", "jobs.jsonl", "--force")
    #expect(try ends(outcome) == [isUsed("results.jsonl", as: "where the results go")])
  }

  @Test func `results are not written into what is being read`() throws {
    try batch.writeManifest([writing("a.jpg")])
    try batch.folder.write([], to: "results.jsonl")
    let before = try batch.folder.snapshot()
    for (script, name) in [
      ("\"$@\" jobs.jsonl >> jobs.jsonl", "jobs.jsonl"),
      ("\"$@\" - < jobs.jsonl >> jobs.jsonl", "standard input"),
      ("\"$@\" --missing jobs.jsonl results.jsonl >> jobs.jsonl", "jobs.jsonl"),
      ("\"$@\" --missing jobs.jsonl results.jsonl >> results.jsonl", "results.jsonl"),
    ] {
      #expect(
        try shell(script).answer
          == .failed(
            73, "\(name): standard output is this same file; write the results to another one"))
      #expect(try batch.folder.snapshot() == before)
    }
  }

  @Test
  func
    `a copy of another job's photo is not replaced, since it may be the photo under another spelling`()
    throws
  {
    try batch.folder.write(batch.folder.read("photos/0.jpg"), to: "copy.jpg")
    let before = try batch.folder.read("copy.jpg")
    let (copying, usingIt) = (writing("copy.jpg"), using("photos/0.jpg"))
    let (manifest, pipe) = (
      #""$@" jobs.jsonl --force --jobs 1"#, #"cat jobs.jsonl | "$@" - --force --jobs 1"#
    )
    // From a pipe, only what was read before is known.
    for (script, lines) in [
      (manifest, [copying, usingIt]), (manifest, [usingIt, copying]), (pipe, [usingIt, copying]),
    ] {
      try batch.writeManifest(lines)
      #expect(try ends(shell(script)).contains(isUsed("copy.jpg")), "\(script)")
      #expect(try batch.folder.read("copy.jpg") == before)
    }
  }

  @Test func `a font of any job is never replaced`() throws {
    try batch.folder.write([1, 2, 3], to: "font.ttf")
    let font =
      "{\"id\": \"b\", \"photos\": [\"photos/3.jpg\"], \"font\": \"\(path("font.ttf"))\", \"output\": \"b.jpg\"}"
    try batch.folder.makeHardLink("font.jpg", to: "font.ttf")
    try batch.writeManifest([writing("font.jpg"), font])
    let outcome = try batch.run("jobs.jsonl", "--force", "--any-count")
    #expect(try ends(outcome).first == isUsed("font.jpg", as: "a collage's font"))
    #expect(try batch.folder.read("font.ttf") == [1, 2, 3])
  }

  @Test func `a copy of the manifest is not replaced either, also where it came by standard input`()
    throws
  {
    try batch.writeManifest([writing("copy.jpg")])
    try batch.folder.write(batch.folder.read("jobs.jsonl"), to: "copy.jpg")
    let before = try batch.folder.read("copy.jpg")
    for script in [#""$@" jobs.jsonl --force"#, #""$@" - --force < jobs.jsonl"#] {
      #expect(try ends(shell(script)) == [isUsed("copy.jpg", as: "the manifest")])
      #expect(try batch.folder.read("copy.jpg") == before)
    }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `what saving has to say is said once in a batch`() throws {
    try batch.writeManifest((0..<3).map { BatchFolder.line($0, photos: 6) })
    let command = batch.command(["jobs.jsonl", "--canvas", "40x30px"])
    let outcome = try Tracer.command(command, calls: "fsync,fdatasync", fault: "error=EINVAL").run()
    let warnings = try ResultLine.lines(outcome.outputBytes).flatMap { $0.warnings ?? [] }
    #expect(
      outcome.exitCode == 0 && warnings.count == 1 && warnings[0].contains("no fsync"), "\(outcome)"
    )
  }

  @Test(.enabled(if: ExFATDisk.isPossible, "\(ExFATDisk.reason)"))
  func `spellings of a name are one file where the file system says so`() throws {
    let disk = try ExFATDisk(at: "disk", in: batch.folder)
    for name in ["Out", "photos"] { try batch.folder.makeFolder(FilePath("disk/\(name)")) }
    for number in 0..<4 {
      let photo = FilePath("photos/\(number).jpg")
      try batch.folder.write(
        batch.folder.read(photo), to: FilePath("disk").appending(photo.components))
    }
    let before = try (0..<4).map { try batch.folder.read(FilePath("disk/photos/\($0).jpg")) }
    func line(_ id: String, _ output: String, _ first: Int) -> String {
      "{\"id\": \"\(id)\", \"photos\": [\"photos/\(first).jpg\", \"photos/3.jpg\"], \"output\": \"\(output)\"}"
    }
    // Another folder's spelling, other letters, a photo of another job, the manifest, and a collage
    // like that of the first.
    try batch.writeManifest(
      [
        line("a", "Out/Rome.jpg", 0), line("b", "out/Rome.jpg", 1), line("c", "Out/rOME.JPG", 2),
        line("d", "PHOTOS/0.JPG", 1), line("e", "JOBS.JPG", 2), line("f", "Out/Paris.jpg", 0),
      ], as: "disk/jobs.jpg")
    for arguments in [["--force"], [], ["--force"]] {
      let outcome = try batch.command(
        ["disk/jobs.jpg", "--canvas", "40x30px", "--jobs", "3"] + arguments
      ).run()
      let ends = try ends(outcome)
      #expect(ends.count == 6 && ["saved", "unchanged"].contains(ends[5]), "\(ends)")
      // Jobs run side by side: one of two spellings wins, and the others fail.
      let written = ends.prefix(3).filter { ["saved", "unchanged"].contains($0) }
      #expect(written.count == 1, "\(ends)")
      #expect(ends[2].hasPrefix("64 "), "\(ends)")
      #expect(ends[3].contains("this is a photo of another job"), "\(ends)")
      #expect(
        ends[4].contains("this is the manifest") || ends[4].contains("not made by collage"),
        "\(ends)")
      #expect(
        try (0..<4).map { try batch.folder.read(FilePath("disk/photos/\($0).jpg")) } == before)
    }
    _ = disk
  }
}
