import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Albums by the command line.
@Suite(.waiting) struct AlbumCommandTests {
  let place: Workplace
  /// Two collages, sorted by id.
  private let ids: [String]

  init() throws {
    place = try Workplace()
    let place = place
    ids = try [["1.jpg", "2.jpg"], ["2.jpg", "1.jpg"]].map { photos in
      try place.run(Workplace.make + photos + ["--library", "lib"]).id
    }.sorted()
  }

  private func album(_ arguments: String...) throws -> Outcome {
    try place.run(["library", "album"] + arguments + ["--library", "lib"])
  }

  private func create(_ name: String = "Trip") throws -> String {
    String(try album("create", name).output.dropLast())
  }

  @Test func `an album is made, filled, shown, emptied and removed`() throws {
    let before = try place.folder.snapshot()
    let id = try create()
    #expect(id.count == 32)
    #expect(
      try album("add", "Trip", ids[1], String(ids[0].prefix(6))).answer
        == .done("\(ids[1])\n\(ids[0])\n"))
    #expect(try album("list").answer == .done("\(id)\t2\tTrip\n"))
    #expect(
      try album("show", "Trip").answer
        == .done(
          """
          id          \(id)
          name        Trip
          folder      lib/Trip
          collages    2
          collage     \(ids[0])
          collage     \(ids[1])

          """))
    #expect(
      try album("show", id, "--json").answer
        == .done(
          #"{"collages":["\#(ids[0])","\#(ids[1])"],"id":"\#(id)","name":"Trip","path":"lib/Trip"}"#
            + "\n"))
    #expect(try album("list", "--json").output == album("show", "Trip", "--json").output)
    #expect(try album("rename", "Trip", "Rome 2").answer == .done("\(id)\n"))
    #expect(try album("take", "Rome 2", ids[0]).answer == .done("\(ids[0])\n"))
    let kept = try place.folder.path(of: FilePath("lib/collage-\(ids[1]).jpg")).stat().size
    #expect(
      try place.run("library", "list", "--album", "Rome 2", "--library", "lib").answer
        == .done("\(ids[1])\t\(kept)\tlib/collage-\(ids[1]).jpg\n"))
    #expect(try album("remove", "Rome 2").answer == .done("\(id)\n"))
    #expect(try place.folder.snapshot() == before)
  }

  @Test
  func
    `a new album's name has no control characters, but an older one with such a name can be renamed`()
    throws
  {
    for name in ["two\nlines", "tab\t", "\u{7F}", "\u{85}"] {
      let answer = try album("create", name)
      #expect(answer.exitCode == 64 && answer.error.contains("control characters"))
      #expect(try album("rename", create("Trip \(name.unicodeScalars.count)"), name).exitCode == 64)
      let before = try place.folder.snapshot()
      let photos = ["make", "1.jpg", "2.jpg", "--library", "new", "--album", name]
      #expect(try place.run(photos).exitCode == 64)
      #expect(try place.folder.snapshot() == before)
    }
    let id = try create("Old")
    try place.folder.rename("lib/Old", to: "lib/two\nlines")
    #expect(try album("list").output.contains(id))
    #expect(try album("rename", id, "New").exitCode == 0)
  }

  @Test func `what is wrong with an album is reported`() throws {
    _ = try create()
    try place.folder.write([1], to: "lib/file")
    let library = ["--library", "lib"]
    let name =
      "an album name can't start with a dot, which would hide its folder; see 'collage library album create --help'"
    for (arguments, answer) in [
      (
        ["create", "Trip"],
        Answer.failed(73, "lib/Trip: an album with this name already exists; choose another name")
      ),
      (
        ["create", "file"],
        .failed(73, "lib/file: is not an album; choose another name, or move it away")
      ),
      (["create", ".x"], .failed(64, "The value '.x' is invalid for '<name>': \(name)")),
      (
        ["show", "Rome"],
        .failed(66, "lib/Rome: there is no such album; see 'collage library album list'")
      ),
      (
        ["remove", "Trip", "Rome"],
        .failed(66, "lib/Rome: there is no such album; see 'collage library album list'")
      ),
      (
        ["add", "Rome 2024", ids[0]],
        .failed(
          66,
          "lib/Rome 2024: there is no such album; 'collage library album create Rome\\ 2024' makes it"
        )
      ),
      (
        ["add", "Trip", "0000"],
        .failed(66, "0000: no such collage in lib; see 'collage library list'")
      ),
      (
        ["take", "Trip", ids[0]],
        .failed(
          66, "lib/Trip/collage-\(ids[0]): is not in the album; see 'collage library album show'")
      ),
    ] {
      try place.expectNothingChanges(by: ["library", "album"] + arguments + library, answer)
    }
  }

  @Test func `make puts its collage into an album, which it makes`() throws {
    let made = try place.make("1.jpg", "1.jpg", "--library", "lib", "--album", "Trip")
    #expect(made.exitCode == 0 && made.error == "")
    #expect(
      try place.folder.names(in: "lib/Trip") == [".collage-album.json", "collage-\(made.id).jpg"])
    // The same again changes nothing.
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "1.jpg", "--library", "lib", "--album", "Trip"],
      .done("\(made.id)\n"))
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "1.jpg", "-o", "out.jpg", "--album", "Trip"],
      .failed(64, "albums are for collages in the library; leave out the album or the file"))
  }

  @Test func `an album that became a file or a link outwards is not written to`() throws {
    try place.folder.makeFolder("outside")
    let failed = Answer.failed(
      73, "lib/Trip: is not an album; choose another name, or move it away")
    try place.folder.makeSymbolicLink("lib/Trip", to: "../outside")
    let make = Workplace.make + ["1.jpg", "1.jpg", "--library", "lib", "--album", "Trip"]
    try place.expectNothingChanges(by: make, failed)
    try place.expectNothingChanges(
      by: ["library", "album", "add", "Trip", ids[0], "--library", "lib"], failed)
    try place.folder.remove("lib/Trip")
    try place.folder.write([1], to: "lib/Trip")
    try place.expectNothingChanges(by: make, failed)
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `a link that fails never loses the saved collage`() throws {
    let command = BuiltProgram.command(
      Workplace.make + ["1.jpg", "1.jpg", "--library", "lib", "--album", "Trip"], in: place.folder)
    let outcome = try Tracer.command(command, calls: "symlinkat", fault: "error=ENOSPC").run()
    #expect(outcome.exitCode == 74 && outcome.output == "")
    let id = try #require(
      outcome.error.firstMatch(of: /collage-([0-9a-f]{32})\.jpg: the collage is saved/)
    ).1
    let end = "can't be changed: No space left on device; check the permissions and the disk\n"
    #expect(
      outcome.error.contains("saved, but not in the album Trip: lib/Trip/")
        && outcome.error.hasSuffix(end))
    #expect(try place.run("library", "verify", String(id), "--library", "lib").exitCode == 0)
  }

  @Test func `an album renamed or deleted by hand is found, or made again`() throws {
    let id = try create()
    _ = try album("add", "Trip", ids[0])
    _ = try place.shell("mv lib/Trip lib/Rome", [])
    #expect(try album("list").output == "\(id)\t1\tRome\n")
    #expect(try album("take", id, ids[0]).exitCode == 0)
    _ = try place.shell("rm -r lib/Rome", [])
    #expect(try album("list").answer == .done(""))
    #expect(try album("show", id).exitCode == 66)
    #expect(try place.make("1.jpg", "2.jpg", "--library", "lib", "--album", "Rome").exitCode == 0)
    #expect(try album("list").output != "\(id)\t1\tRome\n")
  }

  /// What is said where `Rome` is given for the album that is called `Roma`.
  private let renamed =
    "Rome: this album is now called Roma; 'collage library album create' creates a new one with the old name"

  private func save(in album: String, _ photos: String...) throws -> Outcome {
    try place.run(Workplace.make + photos + ["--library", "lib", "--album", album])
  }

  @Test(arguments: ["library album rename", "mv"])
  func `a renamed album is found by the name that collages were saved under`(renaming: String)
    throws
  {
    #expect(try save(in: "Rome", "1.jpg", "1.jpg").exitCode == 0)
    let id = try String(album("list").output.prefix(32))
    if renaming == "mv" {
      _ = try place.shell("mv lib/Rome lib/Roma", [])
    } else {
      _ = try album("rename", "Rome", "Roma")
    }
    let made = try save(in: "Rome", "1.jpg", "2.jpg")
    #expect(made.exitCode == 0 && made.error == "collage: \(renamed)\n")
    #expect(try album("list").output == "\(id)\t2\tRoma\n")
    #expect(try place.run("library", "verify", "--library", "lib").exitCode == 0)
    // Another of the old name takes what comes.
    let other = try create("Rome")
    #expect(try save(in: "Rome", "2.jpg", "1.jpg").error == "")
    #expect(try album("list").output == "\(id)\t2\tRoma\n\(other)\t1\tRome\n")
    // It is forgotten with its album.
    #expect(try album("remove", "Rome").exitCode == 0 && album("remove", "Roma").exitCode == 0)
    #expect(try save(in: "Rome", "2.jpg", "2.jpg").error == "")
    #expect(try album("list").output.hasSuffix("\t1\tRome\n"))
  }

  @Test func `an album is given by its id, too`() throws {
    let id = try create()
    let made = try save(in: id, "1.jpg", "1.jpg")
    #expect(made.exitCode == 0 && made.error == "")
    #expect(try album("list").output == "\(id)\t1\tTrip\n")
    let unknown = String(repeating: "0", count: 32)
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "--library", "lib", "--album", unknown],
      .failed(66, "lib/\(unknown): there is no such album; see 'collage library album list'"))
  }

  @Test func `batch and prompt find a renamed album, and report it`() throws {
    #expect(try save(in: "Rome", "1.jpg", "1.jpg").exitCode == 0)
    _ = try album("rename", "Rome", "Roma")
    try place.folder.write(
      #"{"photos": ["2.jpg", "2.jpg"], "album": "Rome"}"#.utf8, to: "jobs.jsonl")
    let batch = try place.run("batch", "jobs.jsonl", "--canvas", "40x20px", "--library", "lib")
    #expect(try ResultLine.lines(Array(batch.output.utf8)).map(\.warnings) == [[renamed]])
    let prompt = try place.run(
      ["prompt", "--canvas", "40x20px", "--library", "lib"],
      input: .bytes(Array("add 1.jpg 2.jpg\nsave --album Rome\n".utf8)))
    #expect(prompt.exitCode == 0 && prompt.error.contains(renamed), "\(prompt)")
    #expect(try album("list").output.hasSuffix("\t3\tRoma\n"))
    #expect(try place.folder.names(in: "lib").contains("Rome") == false)
  }

  @Test func `two programs add to one album at once`() throws {
    let running = try (0..<2).map { number in
      try BuiltProgram.command(
        Workplace.make + ["\(number + 1).jpg", "1.jpg", "--library", "new", "--album", "Trip"],
        in: place.folder
      ).start()
    }
    for program in running { #expect(program.wait().exitCode == 0) }
    let verified = try place.run("library", "verify", "--library", "new")
    #expect(verified.exitCode == 0)
    #expect(
      verified.output.split(separator: "\n").map { $0.split(separator: "\t")[0] } == [
        "album", "intact", "intact",
      ])
    #expect(try place.folder.names(in: "new/Trip").count == 3)
  }

  @Test func `verify reports dangling links and foreign files, and fails for the former`() throws {
    _ = try create()
    _ = try album("add", "Trip", ids[0])
    try place.folder.write([1], to: "lib/Trip/notes.txt")
    _ = try place.shell("rm lib/collage-\(ids[0]).jpg", [])
    #expect(
      try place.run("library", "verify", "--library", "lib").answer
        == Answer(
          code: 66,
          output:
            "album\tlib/Trip\ndangling\tlib/Trip/collage-\(ids[0]).jpg\nforeign\tlib/Trip/notes.txt\nintact\tlib/collage-\(ids[1]).jpg\n",
          error:
            "collage: 0 missing, 0 unreadable, 1 dangling; take these out with 'collage library album take'\n"
        ))
    #expect(try album("take", "Trip", ids[0]).exitCode == 0)
    #expect(try place.run("library", "verify", "--library", "lib").exitCode == 0)
    // The collages of an album are those that are there.
    #expect(
      try place.run("library", "list", "--album", "Trip", "--library", "lib").answer == .done(""))
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `an album that may not be opened is reported, and never taken for gone`() throws {
    _ = try create()
    _ = try album("add", "Trip", ids[0])
    try place.folder.setPermissions([], of: "lib/Trip")
    for (arguments, code) in [
      (["verify"], 66), (["remove", ids[0]], 66), (["album", "show", "Trip"], 66),
    ]
      as [([String], Int32)]
    {
      let command = BuiltProgram.command(
        ["library"] + arguments + ["--library", "lib"], in: place.folder)
      let outcome = try OrdinaryUser.run(command)
      #expect(outcome.exitCode == code && outcome.errorLines == 1, "\(outcome)")
    }
    #expect(try place.folder.names(in: "lib").count == 3)
    try place.folder.setPermissions([.ownerReadWriteExecute], of: "lib/Trip")
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `an album that can't be read to its end fails verify`() throws {
    _ = try create()
    let verify = BuiltProgram.command(["library", "verify", "--library", "lib"], in: place.folder)
    // Two calls read the library, the next two the album.
    for call in [3, 4] {
      let outcome = try Tracer.command(verify, calls: "getdents64", fault: "error=EIO:when=\(call)")
        .run()
      #expect(
        outcome.exitCode == 66 && outcome.output.hasPrefix("unreadable\tlib/Trip\nintact\t"),
        "\(outcome)")
    }
  }

  @Test func `a manifest names albums`() throws {
    try place.folder.write(
      """
      {"photos": ["1.jpg", "1.jpg"], "album": "Trip"}
      {"photos": ["2.jpg", "2.jpg"], "album": "Trip"}
      {"photos": ["1.jpg", "2.jpg"], "album": "a/b"}
      {"photos": ["1.jpg", "2.jpg"], "album": "Trip", "output": "out.jpg"}

      """.utf8, to: "jobs.jsonl")
    let batch = ["batch", "jobs.jsonl", "--canvas", "40x20px", "--library", "lib", "--quiet"]
    let results = try ResultLine.lines(Array(try place.run(batch).output.utf8))
    #expect(results.map { $0.error?.code ?? 0 } == [0, 0, 64, 64])
    #expect(try place.folder.names(in: "lib/Trip").count == 3)
    // What is made already goes into an album that was deleted meanwhile.
    _ = try place.shell("rm -r lib/Trip", [])
    _ = try place.run(batch)
    #expect(try place.folder.names(in: "lib/Trip").count == 3)
  }

  @Test func `the prompt saves into an album`() throws {
    let script =
      "add 1.jpg 2.jpg\nsave --album 'My Trip'\nadd 2.jpg 1.jpg\nsave --album 'My Trip'\n"
    let outcome = try place.run(
      ["prompt", "--canvas", "40x20px", "--library", "lib"], input: .bytes(Array(script.utf8)))
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(try place.folder.names(in: "lib/My Trip").count == 3)
    let wrong = try place.run(
      ["prompt", "--library", "lib"],
      input: .bytes(Array("add 1.jpg 2.jpg\nsave --album .x\n".utf8)))
    #expect(wrong.exitCode == 64 && wrong.error.contains("an album name can't start with a dot"))
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `an album that the umask doesn't let us make leaves nothing`() throws {
    let before = try place.folder.snapshot()
    var command = BuiltProgram.command(
      ["library", "album", "create", "New", "--library", "lib"], in: place.folder)
    command.arguments =
      ["-c", #"umask 777; exec "$@""#, "sh"].map { Array($0.utf8) } + [
        command.program.platformBytes
      ]
      + command.arguments
    command.program = "/bin/sh"
    let outcome = try OrdinaryUser.run(command)
    #expect(outcome.exitCode == 73 && outcome.errorLines == 1, "\(outcome)")
    #expect(try place.folder.snapshot() == before)
  }
}
