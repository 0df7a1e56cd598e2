import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Which folder is the library.
@Suite(.waiting) struct LibraryPlaceTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// The folders that are created when a collage is saved with these variables in the environment,
  /// outermost first.
  private func folders(_ variables: [String: String?], _ options: String...) throws -> [String] {
    var command = BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg"] + options, in: place.folder)
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

  @Test(arguments: [
    ("XDG_PICTURES_DIR=\"$HOME/My\\ \\\"best\\\" Bilder\"", "My \"best\" Bilder"),
    (
      "# the user's\nXDG_MUSIC_DIR=\"$HOME/Music\"\n \tXDG_PICTURES_DIR = \"$HOME/a/b\"  \nXDG_VIDEOS_DIR=\"/v\"",
      "a/b"
    ),
    ("XDG_PICTURES_DIR=\"$HOME/old\"\nXDG_PICTURES_DIR=\"$HOME/new\"", "new"),
    ("XDG_PICTURES_DIR=\"HOME/absolute\"", "absolute"),
    ("XDG_PICTURES_DIR=\"$HOME//twice\"", "twice"),
    // The home folder means that there is none; the other lines don't have the form of this file.
    ("XDG_PICTURES_DIR=\"$HOME/\"", "Pictures"), ("XDG_PICTURES_DIR=$HOME/x", "Pictures"),
    ("XDG_PICTURES_DIR=\"relative\"", "Pictures"), ("XDG_PICTURES_DIR=\"$HOME/open", "Pictures"),
    ("XDG_PICTURES_DIR=\"$HOMES/x\"", "Pictures"), ("XDG_PICTURES_DIRS=\"$HOME/x\"", "Pictures"),
    ("XDG_PICTURES_DIR=\"$HOME/a\\", "Pictures"), ("XDG_PICTURES_DIR=\"$HOME/a\0b\"", "Pictures"),
    ("", "Pictures"),
  ])
  func `the folder for pictures may be set in user-dirs.dirs`(content: String, pictures: String)
    throws
  {
    try place.folder.makeFolder(".config")
    let content = content.replacing("\"HOME/", with: "\"" + place.folder.path.string + "/")
    try place.folder.write(content.utf8, to: ".config/user-dirs.dirs")
    #expect(try folders([:]).last == "\(pictures)/Collages")
    let found = try place.run("find", "collage", "--library", "none", "--collages").output
    #expect(
      found.hasPrefix("./") == (pictures == "Pictures")
        && found.contains("\(pictures)/Collages/collage-"))
  }

  @Test func `user-dirs.dirs is looked for in XDG_CONFIG_HOME, and the variable comes before it`()
    throws
  {
    try place.folder.makeFolder("settings")
    try place.folder.write(
      "XDG_PICTURES_DIR=\"$HOME/Bilder\"\n".utf8, to: "settings/user-dirs.dirs")
    let variables = ["XDG_CONFIG_HOME": path("settings")]
    #expect(try folders(variables) == ["Bilder", "Bilder/Collages"])
    #expect(
      try folders(variables.merging(["XDG_PICTURES_DIR": path("images")]) { $1 }) == [
        "images", "images/Collages",
      ])
  }

  @Test func `a library at home stays in use where the named folder for pictures has none`() throws
  {
    try place.folder.makeFolder(".config")
    try place.folder.makeFolder("Pictures")
    try place.folder.makeFolder("Pictures/Collages")
    try place.folder.write("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n".utf8, to: ".config/user-dirs.dirs")
    #expect(try folders([:]) == [])
    #expect(try place.folder.names(in: "Pictures/Collages").count == 1)
    try place.folder.makeFolder("Bilder")
    try place.folder.makeFolder("Bilder/Collages")
    #expect(try folders([:]) == [])
    #expect(try place.folder.names(in: "Bilder/Collages").count == 1)
  }

  @Test func `COLLAGE_LIBRARY comes before the folder for pictures`() throws {
    #expect(
      try folders(["COLLAGE_LIBRARY": path("mine"), "XDG_PICTURES_DIR": path("images")]) == ["mine"]
    )
  }

  @Test func `--library comes before everything`() throws {
    #expect(
      try folders(
        ["COLLAGE_LIBRARY": path("mine"), "XDG_PICTURES_DIR": path("images")], "--library", "a/b/c")
        == ["a", "a/b", "a/b/c"])
  }

  @Test func `an empty variable counts as none`() throws {
    #expect(
      try folders(["COLLAGE_LIBRARY": "", "XDG_PICTURES_DIR": ""]) == [
        "Pictures", "Pictures/Collages",
      ])
  }

  /// The home that the system has on record for whoever runs the tests; nil if there is none.
  private static let recordedHome: FilePath? = {
    guard let folder = unsafe getpwuid(getuid())?.pointee.pw_dir else { return nil }
    let path = unsafe FilePath(platformString: folder)
    return (try? path.stat())?.type == .directory ? path : nil
  }()

  @Test(
    .enabled(if: recordedHome != nil, "needs a user with a home"),
    arguments: [nil, "", "relative/home"])
  func `without HOME the system's record of the user tells the home`(variable: String?) throws {
    let home = try #require(Self.recordedHome).string
    var command = BuiltProgram.command(["library", "cache", "--json"], in: place.folder)
    command.environment["HOME"] = variable
    command.environment["XDG_CACHE_HOME"] = "also/relative"
    let outcome = try command.run()
    #expect(
      outcome.exitCode == 0 && outcome.output.contains("\"path\":\"\(home)/.cache/collage/web\""))
    command = BuiltProgram.command(
      ["prompt"], in: place.folder, standardInput: .text("add ~/collage-test-no-such-photo.jpg\n"))
    command.environment["HOME"] = variable
    #expect(try command.run().error.contains("\(home)/collage-test-no-such-photo.jpg"))
  }

  @Test(.enabled(if: SystemLimit.isPossible, "needs setpriv, and the right to use it"))
  func `a user without a home is asked for a library`() throws {
    #expect(
      try ChildProcess("/bin/chmod", ["-R", "a+rwX", place.folder.string], in: "/").run().exitCode
        == 0)
    // A user that the system doesn't know.
    var command = SystemLimit(kind: .threads, value: 1000).command(
      BuiltProgram.command(Workplace.make + ["1.jpg", "2.jpg"], in: place.folder))
    command.environment["HOME"] = nil
    let before = try place.folder.snapshot()
    #expect(
      try command.run().answer
        == .failed(
          64,
          "there is no library folder, because HOME is not set and the user has no home folder; give a folder with --library"
        ))
    #expect(try place.folder.snapshot() == before)
    command.arguments += ["-o", "out.jpg"].map { Array($0.utf8) }
    #expect(try command.run().exitCode == 0)
  }

  @Test func `every command of the library takes --library`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--library", "mine")
    let file = "mine/collage-\(made.id).jpg"
    let size = try place.folder.read(FilePath(file)).count
    #expect(
      try place.run("library", "list", "--library", "mine").answer
        == .done("\(made.id)\t\(size)\t\(file)\n"))
    #expect(
      try place.run("library", "path", made.id, "--library", "mine").answer == .done("\(file)\n"))
    #expect(
      try place.run("library", "verify", "--library", "mine").answer == .done("intact\t\(file)\n"))
    #expect(try place.run("library", "show", made.id, "--library", "mine").exitCode == 0)
    #expect(
      try place.run("library", "remove", made.id, "--library", "mine").answer
        == .done("\(made.id)\n"))
    #expect(try place.run("library", "list").answer == .done(""))
  }

  @Test func `a library that is a file is refused`() throws {
    try place.folder.write(Array("words".utf8), to: "words")
    try place.expectNothingChanges(
      by: Workplace.make + ["1.jpg", "2.jpg", "--library", "words"],
      .failed(73, "words: is not a folder; choose another path"))
    #expect(
      try place.run("library", "list", "--library", "words").answer
        == .failed(74, "words: is not a folder; give the library's folder"))
  }
}
