import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The user's own defaults and looks, in files.
@Suite(.waiting) struct ConfigTests {
  private static let defaults: FilePath = ".config/collage/defaults"

  let place: Workplace

  init() throws { place = try Workplace() }

  private func write(_ lines: String, look: String? = nil) throws {
    for folder in [".config", ".config/collage", ".config/collage/looks"] {
      _ = try? place.folder.makeFolder(FilePath(folder))
    }
    let path = look.map { FilePath(".config/collage/looks").appending($0) } ?? Self.defaults
    try place.folder.write(lines.utf8, to: path)
  }

  private func id(_ arguments: String...) throws -> String {
    let outcome = try place.run(["make", "1.jpg", "2.jpg", "--quiet"] + arguments)
    #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome)")
    return outcome.output
  }

  @Test func `a default counts where the command line says nothing, and only its value is kept`()
    throws
  {
    let plain = try id()
    let wide = try id("--gap", "5%", "--background", "navy")
    try write("# mine\n\ngap 5%\nbackground navy\n")
    #expect(try id() == wide && id("--no-config") == plain)
    #expect(try id("--gap", "1%", "--background", "white") == plain)
    let remade = try place.run("library", "remake", wide.trimmed)
    try write("gap 9%\n")
    #expect(try place.run("library", "remake", wide.trimmed).output == remade.output)
    // Opened again, a collage stays as it is.
    let reopened = try place.run(
      ["prompt", "--reopen", wide.trimmed], input: .text("gap\nadd 1.jpg 2.jpg\nquit\n"))
    #expect(reopened.output.contains("gap: 5%"), "\(reopened)")
    #expect(try place.run(["prompt"], input: .text("gap\n")).output.contains("gap: 9%"))
  }

  @Test(arguments: [
    ("gapp 3", "'gapp' is not a setting; did you mean 'gap'?"),
    ("foo 3", "'foo' is not a setting; did you mean 'footer'?"),
    ("marg 5%", "'marg' is not a setting; did you mean 'margin'?"),
    ("spacing 3", "'spacing' is not a setting; did you mean 'gap'?"),
    ("frobnicate 3", "'frobnicate' is not a setting; 'collage config' lists them"),
    ("look bw", "'bw' is not a look; give plain, gallery, "),
  ])
  func `a default that isn't there is named`(_ words: String, _ message: String) throws {
    let outcome = try place.run(
      ["config", "set"] + words.split(separator: " ").map(String.init))
    #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.errorLines == 1)
    #expect(outcome.error.hasPrefix("collage: \(message)"), "\(outcome.error)")
  }

  @Test func `two numbers are not one, and no editor is started where nobody would see it`() throws
  {
    let refused = try place.run("config", "set", "gap", "3", "4")
    #expect(refused.exitCode == 64 && refused.error.hasSuffix("not '3 4'\n"), "\(refused)")
    let edited = try place.run("config", "edit")
    #expect(edited.exitCode == 69 && edited.error.contains("set EDITOR"), "\(edited)")
  }

  @Test func `reading a setting leads to show, and an equals sign is taken`() throws {
    try place.expectNothingChanges(
      by: ["config", "get", "gap"], .failed(64, "'get' is not a command; did you mean 'show'?"))
    try place.expectNothingChanges(
      by: ["config", "delete", "gap"],
      .failed(64, "'delete' is not a command; did you mean 'unset'?"))
    for words in [["set", "gap=3%"], ["gap=3%"], ["gap", "3%"]] {
      try write("gap 9%\n")
      #expect(try place.run(["config"] + words).answer == .done(""))
      #expect(try place.run("config", "gap").output.hasPrefix("gap\t3%\t"), "\(words)")
    }
  }

  @Test func `what a default gives can be taken back, as in the prompt`() throws {
    let plain = try id()
    try place.folder.write(
      Picture.png(Picture.flat(.yellow, PixelSize(width: 40, height: 20))), to: "logo.png")
    let logo = place.folder.path(of: "logo.png").string
    try write("border 4,navy\noverlay \(logo)\nlook polaroid\n")
    let taken = try id(
      "--border", "none", "--overlay", "none", "--look", "plain", "--captions", "none")
    #expect(try taken == id("--no-config", "--look", "plain"))
    #expect(try plain == id("--no-config") && id() != plain)
    #expect(try id("--no-config", "--captions", "none", "--text-colour", "auto") == plain)
  }

  @Test func `looks of one's own are offered with the others`() throws {
    try write("gap 9%\n", look: "mine")
    let offered = try place.run("---complete", "bash", "collage make --look m", "m").output
    #expect(offered.contains("mine") && offered.contains("magazine"), "\(offered)")
  }

  @Test func `a default look is overridden by a look, and values beside it win`() throws {
    try write("look polaroid\ngap 0\n")
    #expect(try id() == id("--no-config", "--look", "polaroid", "--gap", "0"))
    #expect(try id("--look", "film") == id("--no-config", "--look", "film"))
  }

  @Test func `an output's name wins over a default format, and pages stay on paper`() throws {
    try write("format png\ncanvas 600x400px\n")
    #expect(try place.run("make", "1.jpg", "2.jpg", "-o", "a.jpg").exitCode == 0)
    #expect(try place.folder.read("a.jpg").starts(with: [0xFF, 0xD8]))
    #expect(try place.run("pages", "1.jpg", "2.jpg", "-o", "a.pdf").exitCode == 0)
    let inLibrary = try id()
    #expect(try place.run("library", "path", inLibrary.trimmed).output.hasSuffix(".png\n"))
  }

  @Test func `a job of a batch may do without`() throws {
    try write("gap 5%\ncanvas 60x40px\n")
    let outcome = try place.run(
      ["batch"],
      input: .text(
        #"{"photos": ["1.jpg", "2.jpg"]}"# + "\n"
          + #"{"photos": ["1.jpg", "2.jpg"], "config": false}"# + "\n"))
    let ids = try ResultLine.lines(outcome.outputBytes).map(\.id)
    #expect(try ids == [id().trimmed, id("--no-config").trimmed])
    let without = try place.run(
      ["batch", "--no-config"], input: .text(#"{"photos": ["1.jpg", "2.jpg"]}"#))
    #expect(try ResultLine.lines(without.outputBytes).map(\.id) == [ids[1]])
    // A manifest of saved collages doesn't depend on who runs it.
    let manifest = try place.run("library", "manifest", ids[0] ?? "").output
    try write("gap 1%\n")
    let again = try place.run(["batch", "--force"], input: .text(manifest))
    #expect(try ResultLine.lines(again.outputBytes).map(\.id) == [ids[0]])
  }

  @Test(arguments: [
    ("gap wide", "gap must be"), ("gap", "gap has no value"), ("save", "only settings"),
    ("turn 1 left", "only settings"), ("layout 2", "only settings"),
    ("template frame.png", "template belongs to one collage"),
    ("hello there", "only settings"), ("look foo", "'foo' is not a look"),
    ("overlay logo.png", "overlay: write the whole path"),
  ])
  func `a wrong line is told with its file and number`(line: String, reason: String) throws {
    try write("gap 2%\n\(line)\n")
    for arguments in [["make", "1.jpg", "2.jpg"], ["batch"], ["prompt"], ["config"]] {
      let outcome = try place.run(arguments)
      #expect(outcome.exitCode == 78 && outcome.output == "", "\(outcome)")
      #expect(
        outcome.error.hasPrefix("collage: ~/.config/collage/defaults:2: \(reason)"), "\(outcome)")
    }
    #expect(try place.run("make", "1.jpg", "2.jpg", "--no-config").exitCode == 0)
  }

  @Test func `config sets, shows and takes back, and keeps remarks`() throws {
    try write("# mine\ngap 5%\n")
    #expect(try place.run("config", "set", "gap", "2", "mm").exitCode == 0)
    #expect(try place.run("config", "set", "captions", "date").exitCode == 0)
    #expect(
      try place.folder.read(Self.defaults) == Array("# mine\ngap 2 mm\ncaptions date\n".utf8))
    let rows = try place.run("config").output.split(separator: "\n")
    #expect(rows.contains("gap\t2mm\t~/.config/collage/defaults:2"))
    #expect(rows.contains("captions\tdate\t~/.config/collage/defaults:3"))
    #expect(rows.contains("balance\t0.5\tdefault"))
    #expect(
      try place.run("config", "--json").output.contains(
        #"{"file":"\#(place.folder.path.appending(Self.defaults.string))","from":"file","line":2,"#)
    )
    #expect(try place.run("config", "unset", "gap").exitCode == 0)
    #expect(try place.folder.read(Self.defaults) == Array("# mine\ncaptions date\n".utf8))
    let again = try place.run("config", "unset", "gap")
    #expect(again.exitCode == 64 && again.error.contains("gap isn't set"))
    let wrong = try place.run("config", "set", "gap", "wide")
    #expect(wrong.exitCode == 64 && wrong.error.contains("gap must be"), "\(wrong)")
    #expect(try place.folder.read(Self.defaults) == Array("# mine\ncaptions date\n".utf8))
  }

  @Test func `a setting alone is shown, and with a value it is set`() throws {
    #expect(try place.run("config", "gap", "2", "mm").answer == .done(""))
    #expect(
      try place.run("config", "gap").answer == .done("gap\t2mm\t~/.config/collage/defaults:1\n"))
    #expect(try place.run("config", "look").answer == .done("look\tnone\tdefault\n"))
    #expect(try place.run("config", "show", "gap", "--json").output.hasPrefix(#"{"file":"#))
    let unknown = try place.run("config", "show", "gaps")
    #expect(
      unknown.exitCode == 64
        && unknown.error.contains("'gaps' is not a setting; did you mean 'gap'?"))
    let word = try place.run("config", "gaps")
    #expect(word.exitCode == 64 && word.error.contains("'gaps' is not a command"), "\(word)")
  }

  @Test func `the first default makes the folder, and a link stays one`() throws {
    #expect(try place.run("config", "set", "gap", "3%").exitCode == 0)
    #expect(try place.folder.read(Self.defaults) == Array("gap 3%\n".utf8))
    try place.folder.write("gap 1%\n".utf8, to: "dotfile")
    let replace = "rm .config/collage/defaults && ln -s ../../dotfile .config/collage/defaults"
    #expect(
      try ChildProcess("/bin/sh", ["-c", replace], in: place.folder.path).run().exitCode == 0)
    #expect(try place.run("config", "set", "gap", "4%").exitCode == 0)
    #expect(try place.folder.read("dotfile") == Array("gap 4%\n".utf8))
  }

  @Test func `the editor is the user's, and what it leaves is checked`() throws {
    let edited = try place.shell(
      #"EDITOR='sh -c '\''echo "gap 7%" >"$1"'\'' sh' "$@""#, ["config", "edit"])
    #expect(edited.exitCode == 0 && edited.error == "", "\(edited)")
    #expect(try place.folder.read(Self.defaults) == Array("gap 7%\n".utf8))
    let wrong = try place.shell(
      #"EDITOR='sh -c '\''echo "gap x" >"$1"'\'' sh' "$@""#, ["config", "edit"])
    #expect(wrong.exitCode == 78 && wrong.error.contains("defaults:1: gap must be"), "\(wrong)")
    let none = try place.shell(#"EDITOR=/none/such "$@""#, ["config", "edit"])
    #expect(none.exitCode == 69 && none.error.contains("no editor could be started"), "\(none)")
  }

  @Test func `a look of one's own is saved in the prompt and used everywhere`() throws {
    let saved = try place.run(
      ["prompt", "1.jpg", "2.jpg"],
      input: .text("gap 4%\nbackground navy\ntitle Rome\nlook save blue\nlook blue\nsave\n"))
    #expect(saved.exitCode == 0, "\(saved)")
    // A title belongs to one collage.
    let lines = try place.folder.read(".config/collage/looks/blue")
    #expect(lines == Array("gap 4%\nbackground #000080\n".utf8))
    #expect(try id("--look", "blue") == id("--gap", "4%", "--background", "navy"))
    let chosen = try place.run(
      ["prompt"], input: .text("look blue\ngap\nlook film\nlook none\ngap\nlook foo\n"))
    #expect(chosen.output.contains("gap: 4%"), "\(chosen)")
    #expect(chosen.error.contains("'foo' is not a look; give plain"), "\(chosen)")
    #expect(chosen.error.contains(", blue or none"), "\(chosen)")
    let refused = try place.run(["prompt"], input: .text("look save film\n"))
    #expect(refused.error.contains("film is a built-in look"), "\(refused)")
    let without = try place.run("make", "1.jpg", "2.jpg", "--look", "blue", "--no-config")
    #expect(without.exitCode == 64 && without.error.contains("which --no-config leaves out"))
  }
}

extension String {
  fileprivate var trimmed: String { split(separator: "\n").first.map(String.init) ?? "" }
}
