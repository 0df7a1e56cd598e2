import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Libraries that can't be read, or not to their end: what is in them is never reported as missing,
/// or as somebody else's.
@Suite(.waiting) struct LibraryFaultTests {
  let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace()
    id = try place.make("1.jpg", "2.jpg", "--library", "lib").id
  }

  private var name: FilePath { FilePath("lib/collage-\(id).jpg") }

  private func command(_ arguments: String...) -> ChildProcess {
    BuiltProgram.command(["library"] + arguments + ["--library", "lib"], in: place.folder)
  }

  /// Runs it with calls that fail, and compares the folder with what it was before.
  private func expectNothingChanges(
    by command: ChildProcess, _ calls: String, _ fault: String, file: FilePath? = nil,
    _ expected: Answer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try place.folder.snapshot()
    let outcome = try Tracer.command(
      command, calls: calls, fault: fault, files: file.map { [$0] } ?? []
    ).run()
    #expect(outcome.answer == expected, sourceLocation: sourceLocation)
    #expect(try place.folder.snapshot() == before, sourceLocation: sourceLocation)
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"), arguments: [1, 2])
  func `a folder that can't be read to its end is an error`(call: Int) throws {
    let failed = Answer.failed(74, "lib: reading failed: Input/output error")
    // Rows read before the failure are printed.
    let bytes = try place.folder.read(name).count
    let row = call == 1 ? "" : "\(id)\t\(bytes)\t\(name)\n"
    let list = Answer(code: 74, output: row, error: failed.error)
    try expectNothingChanges(by: command("list"), "getdents64", "error=EIO:when=\(call)", list)
    for arguments in [
      ["verify"], ["remove", id], ["path", String(id.prefix(8))],
    ] {
      let command = BuiltProgram.command(
        ["library"] + arguments + ["--library", "lib"], in: place.folder)
      try expectNothingChanges(by: command, "getdents64", "error=EIO:when=\(call)", failed)
    }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `a whole id is found without reading the folder`() throws {
    for verb in ["show", "path"] {
      let outcome = try Tracer.command(command(verb, id), calls: "getdents64", fault: "error=EIO")
        .run()
      #expect(outcome.exitCode == 0, "\(verb): \(outcome)")
    }
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a library that may not be read is 66`() throws {
    let answers: [(FilePermissions, [String], Answer)] = [
      ([], ["list"], .failed(66, "lib: can't be read; check its permissions")),
      ([], ["verify"], .failed(66, "lib: can't be read; check its permissions")),
      ([], ["show", id], .failed(66, "lib: can't be read; check its permissions")),
      // Names are readable, files aren't.
      (
        [.ownerRead], ["list"],
        .failed(66, "\(name): can't be read; check its permissions")
      ),
      (
        [.ownerRead], ["verify"],
        Answer(
          code: 66, output: "unreadable\t\(name)\n", error: "collage: 0 missing, 1 unreadable\n")
      ),
    ]
    for (permissions, arguments, answer) in answers {
      try place.folder.setPermissions(permissions, of: "lib")
      let outcome = try OrdinaryUser.run(
        BuiltProgram.command(["library"] + arguments + ["--library", "lib"], in: place.folder))
      #expect(outcome.answer == answer)
    }
    try place.folder.setPermissions([.ownerReadWriteExecute], of: "lib")
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a collage that may not be read is 66 for every command`() throws {
    try place.folder.setPermissions([], of: name)
    for verb in ["show", "remove"] {
      #expect(
        try OrdinaryUser.run(command(verb, id)).answer
          == .failed(66, "\(name): can't be read; check its permissions"))
    }
    #expect(
      try OrdinaryUser.run(command("verify", id)).answer
        == Answer(
          code: 66, output: "unreadable\t\(name)\n", error: "collage: 0 missing, 1 unreadable\n"))
    #expect(try place.folder.names(in: "lib").count == 1)
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `a collage that may not be removed is 73`() throws {
    try place.folder.setPermissions([.ownerReadExecute], of: "lib")
    #expect(
      try OrdinaryUser.run(command("remove", id)).answer
        == .failed(
          73, "\(name): can't be removed: Permission denied; check its folder's permissions"))
    try place.folder.setPermissions([.ownerReadWriteExecute], of: "lib")
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `a collage that can't be read is 74, and neither somebody else's nor without a recipe`()
    throws
  {
    let file = place.folder.path(of: name)
    let failed = Answer.failed(74, "\(name): reading failed: Input/output error")
    for verb in ["show", "remove"] {
      try expectNothingChanges(by: command(verb, id), "pread64", "error=EIO", file: file, failed)
    }
    let make = BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg", "--library", "lib"], in: place.folder)
    try expectNothingChanges(
      by: make, "pread64", "error=EIO", file: file,
      .failed(74, "\(name): reading failed: Input/output error; nothing was changed"))
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `an old output that can't be read is 74`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").exitCode == 0)
    try place.folder.makeSymbolicLink("link.jpg", to: "out.jpg")
    for (output, named) in [("out.jpg", "out.jpg"), ("link.jpg", "link.jpg")] {
      let make = BuiltProgram.command(
        Workplace.make + ["2.jpg", "1.jpg", "-o", output], in: place.folder)
      try expectNothingChanges(
        by: make, "pread64", "error=EIO", file: place.folder.path(of: "out.jpg"),
        .failed(74, "\(named): reading failed: Input/output error; nothing was changed"))
    }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `a removal that may not last is reported`() throws {
    let outcome = try Tracer.command(
      command("remove", id, "--permanently"), calls: "fsync", fault: "error=EIO"
    ).run()
    #expect(
      outcome.answer
        == .failed(74, "\(name): was removed, but might reappear after a crash: Input/output error")
    )
    #expect(try place.folder.names(in: "lib") == [])
  }

  @Test func `a removal whose answer nobody can read is reported all the same`() throws {
    let outcome = try place.shell(
      #""$@" >/dev/full"#, ["library", "remove", id, "--library", "lib"])
    #expect(
      outcome.answer
        == .failed(74, "\(name): was removed, but its id can't be written to standard output"))
    #expect(try place.folder.names(in: "lib") == [])
  }

  @Test func `a collage of the library is not the output of another one`() throws {
    try place.expectNothingChanges(
      by: Workplace.make + ["2.jpg", "1.jpg", "-o", name.string],
      .failed(
        73,
        "\(name): is another collage's name in a library; choose another name, or use --force to replace it"
      ))
    // The same collage may be written there.
    #expect(try place.make("1.jpg", "2.jpg", "-o", name.string).answer == .done("\(id)\n"))
    try place.folder.write([], to: name)
    #expect(try place.make("1.jpg", "2.jpg", "--library", "lib").answer == .done("\(id)\n"))
    #expect(try place.make("2.jpg", "1.jpg", "-o", name.string, "--force").exitCode == 0)
  }

  @Test func `a collage behind a link at its place is there already`() throws {
    let bytes = try place.folder.read(name)
    try place.folder.remove(name)
    try place.folder.write(bytes, to: "elsewhere.jpg")
    try place.folder.makeSymbolicLink(name, to: "../elsewhere.jpg")
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "--library", "lib"], .done("\(id)\n"))
    let refused = Answer.failed(
      73, "\(name): is a symbolic link to something other than this collage; remove the link")
    for other in [bytes.dropLast(), Workplace.photos[0][...]] {
      try place.folder.write(other, to: "elsewhere.jpg")
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", "2.jpg", "--library", "lib"], refused)
    }
    try place.folder.remove("elsewhere.jpg")
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "--library", "lib"], refused)
  }

  @Test func `a reader who has seen enough of a list is no error`() throws {
    for number in 0..<3000 {
      let id = String(repeating: "0", count: 28) + String(number + 1000)
      try place.folder.write([1], to: FilePath("lib/collage-\(id).jpg"))
    }
    for verb in ["list", "verify"] {
      let outcome = try place.shell(
        #"{ "$@"; echo "$?" >&2; } | head -n 1 >/dev/null"#, ["library", verb, "--library", "lib"])
      let expected =
        verb == "list"
        ? "0\n"
        : "collage: 3000 named like a collage, but not made by collage; move them away, or make the collages with --force\n65\n"
      #expect(outcome.error == expected)
    }
  }

  @Test func `a reader who has seen enough of a batch's lists is no error`() throws {
    let job = #"{"photos":["1.jpg","2.jpg"]}"# + "\n"
    try place.folder.write(job.utf8, to: "jobs.jsonl")
    try place.folder.write([], to: "results.jsonl")
    for arguments in [["--missing", "jobs.jsonl", "results.jsonl"], ["--schema"]] {
      // The pipe is closed before the list starts.
      let outcome = try place.shell(
        #"mkfifo go; { read line <go; "$@"; echo "$?" >&2; } | { exec <&-; echo >go; }; rm go"#,
        ["batch"] + arguments)
      #expect(outcome.error == "0\n")
    }
  }

  @Test func `a library that can't be made is told by its own name, and leaves nothing`() throws {
    try place.folder.makeSymbolicLink("dangling", to: "nowhere")
    let long = String(repeating: "x", count: 300)
    let link =
      "is a symbolic link to a missing folder; create that folder, or remove the link"
    let none = "can't be created: No such file or directory; choose another path"
    for (library, reason) in [
      ("dangling", "dangling: \(link)"), ("dangling/below", "dangling: \(link)"),
      ("/proc", "/proc: \(none)"),
      ("/proc/new", "/proc/new: \(none)"),
      ("a/b/\(long)", "a/b/\(long): can't be created: File name too long; choose another path"),
    ] {
      try place.expectNothingChanges(
        by: Workplace.make + ["1.jpg", "2.jpg", "--library", library], .failed(73, reason))
    }
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "-o", "/proc/out.jpg"],
      .failed(73, "/proc/out.jpg: \(none)"))
  }
}
