import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What makes a batch report `unchanged`: the collages themselves, not what somebody's HOME
/// remembers.
@Suite(.waiting, .timeLimit(.minutes(20)))
struct BatchProofTests {
  let batch: BatchFolder

  init() throws { batch = try BatchFolder(photos: 4) }

  private static let photos = #""photos": ["photos/0.jpg", "photos/1.jpg"]"#

  /// Jobs for the library and for outputs of both formats.
  private static let jobs = [
    "{\(photos)}", "{\(photos), \"output\": \"a.jpg\"}",
    "{\(photos), \"output\": \"a.png\", \"gap\": \"2%\"}",
    #"{"photos": [{"path": "photos/2.jpg", "focus": [0, 0.25]}, {"path": "photos/3.jpg", "turn": "left"}]}"#,
    #"{"photos": [{"path": "photos/3.jpg", "focus": "centre"}, {"path": "photos/2.jpg", "weight": 3}]}"#,
    "{\(photos), \"canvas\": \"5x4cm@100dpi\", \"output\": \"print.jpg\"}",
    "{\(photos), \"canvas\": \"auto\", \"long-side\": 90, \"layout\": \"rows\"}",
    "{\(photos), \"canvas\": \"3:2\", \"long-side\": 90, \"border\": \"1,navy\", \"max-scans\": 200}",
    #"{"photos": ["photos/2.jpg", "photos/1.jpg"], "tree": {"down": [{"photo": 2}, {"photo": 1}]}, "exact": true}"#,
  ]

  /// - Parameter home: the home folder's name; nil for one where nothing can be kept.
  private func command(_ arguments: [String], home: String?) -> ChildProcess {
    var command = batch.command(arguments + ["--canvas", "40x30px", "--library", "lib", "--quiet"])
    command.environment["HOME"] = batch.folder.path(of: FilePath(home ?? "none")).string
    if home == nil { command.environment["XDG_STATE_HOME"] = "/dev/null/none" }
    return command
  }

  private func results(
    home: String?, _ options: String..., from jobs: String = "jobs.jsonl"
  ) throws -> [ResultLine] {
    let outcome = try command([jobs] + options, home: home).run()
    #expect(outcome.error == "")
    return try ResultLine.lines(outcome.outputBytes)
  }

  private func statuses(home: String?, _ job: String, _ options: [String] = []) throws -> [String] {
    try batch.writeManifest([job], as: "job.jsonl")
    let outcome = try command(["job.jsonl"] + options, home: home).run()
    return try ResultLine.lines(outcome.outputBytes).map { result in
      result.error.map { "failed \($0.code)" } ?? result.status
    }
  }

  @Test func `what is done is unchanged in any HOME, and without one`() throws {
    try batch.writeManifest(Self.jobs)
    let first = try results(home: "one")
    #expect(first.map(\.status) == Array(repeating: "saved", count: Self.jobs.count), "\(first)")
    let before = try (batch.assets(in: "lib"), FolderSnapshot(of: batch.folder.path(of: "lib")))
    for home in ["two", nil, "one", "two"] {
      let again = try results(home: home)
      #expect(
        again.map(\.status) == Array(repeating: "unchanged", count: Self.jobs.count),
        "\(home ?? "none")")
      #expect(again.map(\.id) == first.map(\.id) && again.map(\.path) == first.map(\.path))
      #expect(
        again.map(\.sha256) == first.map(\.sha256) && again.map(\.bytes) == first.map(\.bytes))
    }
    #expect(try FolderSnapshot(of: batch.folder.path(of: "lib")) == before.1)
    #expect(try results(home: "two", "--force").map(\.status) == first.map(\.status))
    #expect(try batch.assets(in: "lib") == before.0)
  }

  @Test func `all is found again where photos, outputs and library lie somewhere else now`() throws
  {
    try batch.writeManifest(Self.jobs)
    let first = try results(home: "one")
    try batch.folder.makeFolder("moved")
    let names = ["photos", "lib", "a.jpg", "a.png", "print.jpg", "jobs.jsonl"]
    let copied = try ChildProcess("/bin/cp", ["-R"] + names + ["moved"], in: batch.folder.path)
      .run()
    #expect(copied.exitCode == 0, "\(copied)")
    for name in names { try batch.folder.remove(FilePath(name)) }
    var command = command(["jobs.jsonl"], home: "two")
    command.folder = batch.folder.path(of: "moved")
    let again = try ResultLine.lines(command.run().outputBytes)
    #expect(
      again.map(\.status) == Array(repeating: "unchanged", count: Self.jobs.count), "\(again)")
    #expect(again.map(\.id) == first.map(\.id))
  }

  @Test(arguments: ["", ", \"output\": \"a.jpg\""])
  func `a job that asks for something else is made again`(output: String) throws {
    func job(_ keys: String, _ photos: String = BatchProofTests.photos) -> String {
      "{\(photos)\(output)\(keys)}"
    }
    func photos(_ second: String) -> String { "\"photos\": [\"photos/0.jpg\", \(second)]" }
    let plain = job("")
    let others =
      [
        #", "quality": 70"#, #", "colour-space": "display-p3""#, #", "exact": true"#,
        #", "gap": "1""#,
        #", "margin": "3%""#,
        #", "layout": "rows""#, #", "layout": "grid""#, #", "balance": 0"#, #", "pick": 2"#,
        #", "order": "free""#,
        #", "focus": "centre""#, #", "background": "navy""#, #", "corner-radius": 2"#,
        #", "border": "1""#,
        #", "shadow": "1""#, #", "canvas": "40x31px""#, #", "canvas": "4:3", "long-side": 40"#,
        #", "canvas": "1x0.75in@40dpi""#, #", "canvas": "auto", "long-side": 40"#,
        #", "max-scans": 200"#,
        #", "tree": {"across": [{"photo": 1}, {"photo": 2}]}"#,
      ].map { job($0) }
      + [
        #""photos/2.jpg""#, #"{"path": "photos/1.jpg", "focus": "centre"}"#,
        #"{"path": "photos/1.jpg", "turn": "right"}"#,
        #"{"path": "photos/1.jpg", "focus": [0, 1]}"#, #"{"path": "photos/1.jpg", "weight": 2}"#,
        #"{"path": "photos/1.jpg", "keep-whole": true}"#,
      ].map { job("", photos($0)) } + [job("", #""photos": ["photos/1.jpg", "photos/0.jpg"]"#)]
    let isInLibrary = output.isEmpty
    for other in others {
      #expect(try statuses(home: "one", plain) == ["saved"] || isInLibrary)
      #expect(try statuses(home: nil, plain) == ["unchanged"])
      #expect(try statuses(home: "one", other) == ["saved"], "\(other)")
      #expect(try statuses(home: nil, other) == ["unchanged"], "\(other)")
      // An output can hold one collage, a library both.
      #expect(
        try statuses(home: nil, plain) == (isInLibrary ? ["unchanged"] : ["saved"]), "\(other)")
      if !isInLibrary { try batch.folder.remove("a.jpg") }
    }
    #expect(try statuses(home: nil, plain, ["--max-pixels", "100"]) == ["failed 65"])
  }

  @Test func `other photos are noticed, also under the same name with the same size and time`()
    throws
  {
    let jobs = ["{\(Self.photos)}", "{\(Self.photos), \"output\": \"a.jpg\"}"]
    try batch.writeManifest(jobs)
    // The digests of files that have just changed aren't remembered.
    _ = try ChildProcess("/bin/sleep", ["3.1"], in: batch.folder.path).run()
    #expect(try results(home: "one").map(\.status) == ["saved", "saved"])
    #expect(try results(home: "one").map(\.status) == ["unchanged", "unchanged"])
    let place = try batch.folder.read("photos/0.jpg").count - 12
    let script = """
      cp -p photos/0.jpg old.jpg && printf x | dd of=photos/0.jpg bs=1 seek=\(place) conv=notrunc status=none \
      && touch -r old.jpg photos/0.jpg
      """
    #expect(try ChildProcess("/bin/sh", ["-c", script], in: batch.folder.path).run().exitCode == 0)
    #expect(try batch.folder.read("photos/0.jpg") != batch.folder.read("old.jpg"))
    #expect(try results(home: "one", "--allow-damaged").map(\.status) == ["saved", "saved"])
    #expect(
      try results(home: "two", "--allow-damaged").map(\.status) == ["unchanged", "unchanged"])
    try batch.folder.rename("old.jpg", to: "photos/0.jpg")
    #expect(try results(home: "two").map(\.status) == ["unchanged", "saved"])
    #expect(try results(home: nil).map(\.status) == ["unchanged", "unchanged"])
  }

  @Test(arguments: ["a.jpg", "a.png"])
  func
    `an output that was cut or changed, or is no collage any more, is left alone`(
      name: FilePath
    ) throws
  {
    let job = "{\(Self.photos), \"output\": \"\(name.string)\"}"
    #expect(try statuses(home: "one", job) == ["saved"])
    let whole = try batch.folder.read(name)
    var edited = whole
    edited[whole.count - 150] ^= 1
    let changed = [
      Array(whole.dropLast()), Array(whole.prefix(whole.count * 9 / 10)), whole + [0], edited,
    ]
    for bytes in changed {
      try batch.folder.write(bytes, to: name)
      #expect(try statuses(home: "one", job) == ["failed 73"])
      #expect(try batch.folder.read(name) == bytes)
    }
    try batch.folder.remove(name)
    #expect(try statuses(home: "one", job) == ["saved"])
    let foreign = try batch.folder.read("photos/3.jpg")
    for bytes in [foreign, Array(whole.prefix(40))] {
      try batch.folder.write(bytes, to: name)
      #expect(try statuses(home: "one", job) == ["failed 73"])
      #expect(try batch.folder.read(name) == bytes)
    }
  }

  @Test
  func `a collage of the library that has another's name is made again, a changed one is kept`()
    throws
  {
    try batch.writeManifest(["{\(Self.photos)}"])
    let id = try #require(try results(home: "one")[0].id)
    let name = FilePath("lib/collage-\(id).jpg")
    let whole = try batch.folder.read(name)
    try batch.folder.write(whole.dropLast(), to: name)
    #expect(try results(home: "two").map(\.status) == ["failed"])
    #expect(try batch.folder.read(name) == whole.dropLast())
    try batch.folder.write(whole, to: name)
    try batch.folder.rename(
      name, to: FilePath("lib/collage-\(String(repeating: "a", count: 32)).jpg"))
    #expect(try results(home: "one").map(\.status) == ["saved"])
    #expect(try batch.folder.read(name) == whole)
  }

  @Test func `programs with homes of their own share what they have made in one library`() throws {
    try batch.writeManifest((0..<16).map { BatchFolder.line($0, photos: 4) })
    let homes = ["one", "two", "three"]
    let parts = try homes.enumerated().map { number, home in
      try results(home: home, "--shard", "\(number)/3")
    }
    #expect(parts.joined().allSatisfy { $0.status == "saved" } && parts.joined().count == 16)
    let whole = try results(home: "four")
    #expect(whole.allSatisfy { $0.status == "unchanged" } && whole.count == 16)
  }
}
