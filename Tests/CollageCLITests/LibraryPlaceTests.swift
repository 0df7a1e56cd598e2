import SystemPackage
import TestSupport
import Testing

/// Which folder is the library.
struct LibraryPlaceTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Where a collage goes with these variables in the environment: the folders that are new, outermost first.
  private func folders(_ variables: [String: String?], _ options: String...) throws -> [String] {
    var command = BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg"] + options, in: place.folder)
    for (name, value) in variables { command.environment[name] = value }
    let before = try place.folder.snapshot()
    let made = try command.run()
    #expect(made.answer == .done("\(made.id)\n"))
    let names = try place.names(since: before)
    #expect(names.last?.hasSuffix("/collage-\(made.id).jpg") == true)
    return names.dropLast()
  }

  private func path(_ name: FilePath) -> String { place.folder.path(of: name).string }

  @Test func `by default it is Pictures/Collages at home`() throws {
    #expect(try folders([:]) == ["Pictures", "Pictures/Collages"])
  }

  @Test func `the folder for pictures holds it`() throws {
    #expect(try folders(["XDG_PICTURES_DIR": path("images")]) == ["images", "images/Collages"])
  }

  @Test func `COLLAGE_LIBRARY comes before the folder for pictures`() throws {
    #expect(try folders(["COLLAGE_LIBRARY": path("mine"), "XDG_PICTURES_DIR": path("images")]) == ["mine"])
  }

  @Test func `--library comes before everything`() throws {
    #expect(
      try folders(
        ["COLLAGE_LIBRARY": path("mine"), "XDG_PICTURES_DIR": path("images")], "--library", "a/b/c")
        == ["a", "a/b", "a/b/c"])
  }

  @Test func `an empty variable counts as none`() throws {
    #expect(try folders(["COLLAGE_LIBRARY": "", "XDG_PICTURES_DIR": ""]) == ["Pictures", "Pictures/Collages"])
  }

  @Test func `without a home the question is asked`() throws {
    var command = BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg"], in: place.folder)
    command.environment["HOME"] = nil
    let before = try place.folder.snapshot()
    #expect(
      try command.run().answer
        == .failed(64, "where is the library? HOME is not set; give a folder with --library"))
    #expect(try place.folder.snapshot() == before)
    command.arguments += ["-o", "out.jpg"].map { Array($0.utf8) }
    #expect(try command.run().exitCode == 0)
  }

  @Test func `every command of the library takes --library`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--library", "mine")
    let file = "mine/collage-\(made.id).jpg"
    let size = try place.folder.read(FilePath(file)).count
    #expect(
      try place.run("library", "list", "--library", "mine").answer == .done("\(made.id)\t\(size)\t\(file)\n"))
    #expect(try place.run("library", "path", made.id, "--library", "mine").answer == .done("\(file)\n"))
    #expect(try place.run("library", "verify", "--library", "mine").answer == .done("intact\t\(file)\n"))
    #expect(try place.run("library", "show", made.id, "--library", "mine").exitCode == 0)
    #expect(try place.run("library", "remove", made.id, "--library", "mine").answer == .done("\(made.id)\n"))
    #expect(try place.run("library", "list").answer == .done(""))
  }

  @Test func `a library that is a file is refused`() throws {
    try place.folder.write(Array("words".utf8), to: "words")
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "--library", "words"],
      .failed(73, "words: is not a folder; give another"))
    #expect(
      try place.run("library", "list", "--library", "words").answer
        == .failed(74, "words: is not a folder; give the library's"))
  }
}
