import CollageTerminal
import FoundationEssentials
import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct PromptSavingTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let isUnderWay = [
    "  → a save is in progress; wait for it, or cancel it with Ctrl-C"
  ]

  @Test func `a save names id, path and size, and undo brings the photos back`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2, ["--canvas", "60x40px"])
    let first = try prompt.ask("save out.jpg")
    let match = try #require(
      first.joined().wholeMatch(
        of:
          /✓ saved 2 photos as ([0-9a-f]{32})  out.jpg  60x40, \d+ kB/
      ))
    #expect(prompt.screen.promptRow == "Collage>")
    #expect(try size(of: "out.jpg") == PixelSize(width: 60, height: 40))
    #expect(
      try prompt.ask("list").joined().contains("the collage is saved and the selection is empty;"))

    #expect(
      try prompt.ask("undo") == [
        "✓ going on with the collage saved as ~/out.jpg; the next save writes a new one"
      ])
    let again = try prompt.ask("save again.jpg")
    #expect(again.joined().contains("as \(match.1)  again.jpg"))
    #expect(try folder.read("again.jpg") == folder.read("out.jpg"))
    try prompt.send("\u{4}")
    try prompt.expectEnd(.exited(0))
  }

  private static let resumed =
    "going on with the collage saved as ~/out.jpg; the next save writes a new one"

  @Test(arguments: [
    ("gap 2%", "gap: 2%"), ("move 1 2", "✓ moved photo 1 to position 2"),
    ("remove 2", "✓ removed photo 2"), ("turn 1 right", "turn of photo 1: right"),
    ("layout strip", "layout: strip"), ("look none", "look: none"),
  ])
  func `after a save, a command that changes something goes on with the collage`(
    command: String, answer: String
  ) throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "--any-count", "a.jpg", "b.png"],
      columns: 160, title: "2 photos")
    try prompt.ask("save out.jpg")
    #expect(prompt.screen.promptRow == "Collage>")
    try prompt.wait {
      $0.status == "saved; a change goes on with it, an added photo begins a new one"
    }
    // What only asks changes nothing.
    try prompt.ask("gap")
    #expect(prompt.screen.promptRow == "Collage>")
    #expect(try prompt.ask(command) == [Self.resumed, answer])
    #expect(prompt.screen.promptRow == (command == "remove 2" ? "1 photo>" : "2 photos>"))
    #expect(try prompt.ask("save new.jpg").joined().hasPrefix("✓ saved "))
    let isChanged = try folder.read("new.jpg") != folder.read("out.jpg")
    #expect(isChanged == (command != "look none"))
  }

  @Test func `what follows a save is said in eighty columns`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "a.jpg", "b.png"], title: "2 photos")
    try prompt.send("save\r")
    try prompt.wait {
      $0.promptRow == "Collage>"
        && $0.status == "saved; a change goes on with it, an added photo begins a new one"
    }
  }

  @Test func `after a save, an added photo begins a new collage with the same settings`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "a.jpg", "b.png"], columns: 160,
      title: "2 photos")
    try prompt.ask("gap 3%")
    try prompt.ask("save out.jpg")
    #expect(try prompt.ask("add c.jpg") == ["✓ added c.jpg"])
    #expect(try prompt.photos() == ["c.jpg"])
    #expect(try prompt.ask("gap") == ["gap: 3%"])
    // The settings of a new one are those with which the prompt began.
    #expect(
      try prompt.ask("new") == [
        "✓ new collage with the default settings; undo brings the one before back"
      ])
    #expect(try prompt.ask("gap ") == ["gap: 1%"])
    #expect(try prompt.ask("canvas") == ["canvas: 60x40"])
    #expect(try prompt.ask("save") == ["  → there are no photos; add two first"])
    try prompt.ask("undo")
    #expect(try prompt.photos() == ["c.jpg"])
  }

  @Test func `after a save, the same can be saved under another name, and cleared`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "a.jpg", "b.png"], columns: 160,
      title: "2 photos")
    try prompt.ask("save out.jpg")
    #expect(
      try prompt.ask("save") == [
        "  → the collage is saved and the selection is empty; undo brings its 2 photos back"
      ])
    let again = try prompt.ask("save again.png")
    #expect(again.first == Self.resumed && again.joined().contains("✓ saved 2 photos as "))
    #expect(try prompt.ask("clear") == ["add photos for a new collage"])
    #expect(prompt.screen.status == nil)
    #expect(try prompt.ask("gap 2%") == ["gap: 2%"])
    #expect(prompt.screen.promptRow == "Collage>")
  }

  @Test func `after a save, arranging goes on with the collage`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "a.jpg", "b.png"], columns: 160,
      title: "2 photos")
    try prompt.ask("save out.jpg")
    try prompt.send("\u{14}")
    try prompt.wait {
      $0.transcript.contains(Self.resumed) && $0.promptRow.hasPrefix("photo 1: a.jpg")
    }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "2 photos>" }
  }

  @Test func `what a save would lose is told before it`() throws {
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", "grid", "--canvas", "480x320px"],
      ["--preview", "off", "a.jpg", "b.png"], columns: 200, title: "2 photos")
    try prompt.wait { $0.status?.contains("2 photos enlarged, photo ") == true }
    try folder.write(Fixtures.read("hdr/sunset.jpg"), to: "light.jpg")
    let light = try PromptTerminal(
      in: folder, look: ["--layout", "grid", "--canvas", "48x32px"],
      ["--preview", "off", "--any-count", "light.jpg"], columns: 200, title: "1 photo")
    try light.wait { $0.status?.contains("crops") == true }
    #expect(light.screen.status?.contains("HDR") == false)
    #expect(
      try light.ask("save out.png").first
        == "without HDR, which PNG files can't hold; a JPEG keeps it")
    try light.ask("undo")
    try light.ask("format png")
    try light.wait { $0.status?.contains("no HDR in PNG") == true }
  }

  @Test func `in a script, what follows a save is for the next collage`() throws {
    let script = "save out.jpg\ngap 20%\nadd c.jpg d.png\nsave next.jpg\n"
    let arguments = ["prompt", "--canvas", "60x40px", "a.jpg", "b.png"]
    let outcome = try BuiltProgram.command(
      arguments, in: folder, standardInput: .text(script)
    ).run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(try folder.names().contains("next.jpg"))
  }

  @Test func `after a save the picture stays, in a window of another size too`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "256", "--canvas", "240x160px", "a.jpg", "b.png"], rows: 30,
      title: "2 photos")
    try prompt.wait { !$0.pictureRows.isEmpty }
    try prompt.ask("save out.jpg")
    #expect(!prompt.screen.pictureRows.isEmpty && prompt.screen.promptRow == "Collage>")
    prompt.terminal.resize(rows: 24, columns: 60)
    try prompt.wait { $0.promptRow == "Collage>" && (1...14).contains($0.pictureRows.count) }
    try prompt.ask("new")
    try prompt.wait { $0.pictureRows.isEmpty }
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `a cancelled save that takes long to end says so`() throws {
    let command = BuiltProgram.command(
      ["prompt", "--preview", "off", "a.jpg", "b.png"], in: folder)
    let terminal = try PseudoTerminal(
      running: Tracer.command(command, calls: "fsync", fault: "delay_enter=10000000:when=1"))
    try terminal.wait { $0.promptRow == "2 photos>" }
    try terminal.send("save out.jpg\r")
    #expect(Timeouts.waitForDelay(of: terminal.id))
    try terminal.send("\u{3}")
    try terminal.wait { $0.rows.contains("cancelling…") && $0.promptRow == "2 photos>" }
    try terminal.wait {
      $0.text.contains("save cancelled; nothing was written") && !$0.rows.contains("cancelling…")
    }
    #expect(try !folder.names().contains("out.jpg"))
  }

  @Test func `a save without a name goes to the library`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--format", "png", "--canvas", "24x16px", "a.jpg", "b.png"],
      environment: ["COLLAGE_LIBRARY": folder.path(of: "shelf").string], columns: 200,
      title: "2 photos")
    let answer = try prompt.ask("save")
    let match = try #require(
      answer.first?.firstMatch(of: /saved 2 photos as ([0-9a-f]{32})  (\S+)  24x16/))
    #expect(match.2 == "~/shelf/collage-\(match.1).png")
    #expect(try folder.names(in: "shelf") == ["collage-\(match.1).png"])
    #expect(
      try size(of: FilePath("shelf/collage-\(match.1).png")) == PixelSize(width: 24, height: 16))
  }

  @Test func `the path of a saved collage is a link, and goes to the clipboard`() throws {
    try folder.makeFolder("my album")
    let prompt = try PromptTerminal(in: folder, photos: 2, ["--canvas", "60x40px"])
    #expect(try prompt.ask("copy") == ["✗ nothing has been saved yet; save first, or give an id"])
    let address = "file://\(folder.string)/my%20album/out.jpg"
    try prompt.ask("save 'my album/out.jpg'")
    try prompt.waitForOutput("\u{1B}]8;;\(address)\u{1B}\\my album/out.jpg\u{1B}]8;;\u{1B}\\")
    let path = "\(folder.string)/my album/out.jpg"
    #expect(try prompt.ask("copy ").joined().hasPrefix("✓ copied, if the terminal allows it: "))
    try prompt.waitForOutput("\u{1B}]52;c;\(Data(path.utf8).base64EncodedString())\u{7}")
  }

  @Test func `a saved collage is shown by the desktop's viewer`() throws {
    try folder.makeFolder("bin")
    let library = folder.path(of: "shelf").string
    let environment = ["COLLAGE_LIBRARY": library, "PATH": folder.path(of: "bin").string]
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "a.jpg", "b.png"],
      environment: environment, columns: 250,
      title: "2 photos")
    let id = try #require(try prompt.ask("save").first?.firstMatch(of: /as ([0-9a-f]{32})/)?.1)
    let path = "\(library)/collage-\(id).jpg"
    #expect(try prompt.ask("view") == ["✗ xdg-open is not installed; the collage is \(path)"])
    let viewer = folder.path(of: "bin/xdg-open")
    try folder.write(
      Array(
        "#!/bin/sh\nprintf '%s' \"$1\" > \"$HOME/seen.tmp\" && /bin/mv \"$HOME/seen.tmp\" \"$HOME/seen\"\n"
          .utf8),
      to: "bin/xdg-open")
    try viewer.makeExecutable()
    #expect(
      try prompt.ask("view \(id.prefix(6))").first?.hasPrefix("✓ showing ~/shelf/collage-") == true)
    #expect(try eventually { try folder.names().contains("seen") })
    #expect(String(decoding: try folder.read("seen"), as: UTF8.self) == path)
    try folder.write(Array("#!/bin/sh\nexit 3\n".utf8), to: "bin/xdg-open")
    try prompt.ask("view ")
    try prompt.wait {
      $0.transcript.contains("✗ xdg-open found no program to open the collage; it is \(path)")
    }
    #expect(
      try prompt.ask("view 0000").first?.hasPrefix("✗ 0000: no such collage in \(library); give ")
        == true)
  }

  @Test func `after a save the picture stays with what comes next, until another collage begins`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.pictureRows.count == 14 }
    let picture = prompt.screen.pictureRows
    try prompt.ask("save out.jpg")
    try prompt.wait { $0.promptRow == "Collage>" && $0.hints.first?.word == "view" }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.screen.pictureRows == picture && prompt.screen.status != nil)
    #expect(
      prompt.screen.hints.map(\.word) == [
        "view", "copy", "open", "new", "undo", "add", "pick", "help", "quit",
      ])
    prompt.expectTidy()
    try prompt.ask("undo")
    try prompt.wait { $0.promptRow == "2 photos>" && $0.hints.first?.word == "add" }
    try prompt.ask("save out2.jpg")
    try prompt.wait { $0.promptRow == "Collage>" && $0.hints.first?.word == "view" }
    #expect(try prompt.ask("new") == ["new collage with the default settings; add photos"])
    #expect(prompt.screen.pictureRows.isEmpty && prompt.screen.hints.first?.word == "add")
    prompt.expectTidy()
  }

  @Test func `view shows a collage in the terminal where no desktop does`() throws {
    let environment = [
      "COLLAGE_LIBRARY": folder.path(of: "shelf").string, "PATH": folder.path(of: "bin").string,
    ]
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], environment: environment,
      title: "2 photos")
    try prompt.ask("save")
    try prompt.ask("new")
    try prompt.send("view\r")
    let name = "~/shelf/collage-"
    try prompt.wait { screen in
      screen.text.contains("▀") && screen.rows.contains { $0.hasPrefix("✓ showing " + name) }
        && screen.rows[screen.cursor.row - 2].hasPrefix(name)
    }
    prompt.expectTidy()
    // The next line ends it.
    try prompt.ask("list")
    #expect(!prompt.screen.text.contains("▀"))
  }

  @Test func `a warning is shown after a save, unless nobody wants any`() throws {
    let whole = try folder.read("a.jpg")
    // Without its end marker: a side fault.
    try folder.write(whole.dropLast(2), to: "endless.jpg")
    for (options, warnings) in [([], 1), (["--quiet"], 0)] {
      let prompt = try PromptTerminal(
        in: folder, ["--preview", "off", "--canvas", "24x16px", "endless.jpg", "b.png"] + options,
        title: "2 photos")
      let answer = try prompt.ask("save out.jpg")
      #expect(answer.first?.hasPrefix("✓ saved 2 photos") == true)
      #expect(
        answer.filter { $0.contains("endless.jpg: warning: ") }.count == warnings, "\(answer)")
    }
  }

  @Test
  func `a path at home is shown with a tilde, on a row of its own where the window is narrow`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "24x16px", "a.jpg", "b.png"],
      environment: ["HOME": folder.string, "XDG_PICTURES_DIR": ""], title: "2 photos")
    let answer = try prompt.ask("save")
    let id = try #require(answer.first?.wholeMatch(of: /✓ saved 2 photos as ([0-9a-f]{32})/)).1
    #expect(answer.dropFirst().first?.hasPrefix("  ~/Pictures/Collages/collage-\(id).jpg") == true)
  }

  @Test func `a save that is cancelled leaves nothing behind, and the photos chosen`() throws {
    let prompt = try startSlowSave()
    let before = try folder.snapshot()
    try prompt.send("\u{3}")
    try prompt.wait {
      $0.text.contains("✗ save cancelled; nothing was written") && $0.promptRow == "6 photos>"
    }
    prompt.expectTidy()
    #expect(prompt.screen.hints.map(\.word).contains("save"))
    #expect(try folder.snapshot() == before)
    #expect(try prompt.photos().count == 6)
  }

  @Test func `while a save runs the selection stands still, and other commands are answered`()
    throws
  {
    let prompt = try startSlowSave()
    // All that change the selection: those without words from their table.
    let plain = CommandName.allCases.filter { $0.action != nil && $0.usage == $0.rawValue }
      .filter { $0 != .arrange }.map(\.rawValue)
    for line in plain + [
      "add a.jpg", "remove 1", "move 1 2", "swap 1 2", "replace 1 a.jpg", "save",
      "canvas 100x100", "background red", "layout grid", "quit",
    ] {
      #expect(try prompt.askWhileSaving(line) == Self.isUnderWay, "\(line)")
    }
    #expect(try prompt.askWhileSaving("canvas") == ["canvas: 9000x6000"])
    #expect(
      try prompt.askWhileSaving("lsit") == [
        "✗ 'lsit' is neither a command nor a file; did you mean 'list'?"
      ])
    let row = prompt.screen.rows[prompt.screen.cursor.row - 1]
    #expect(row.wholeMatch(of: /saving \[[#.]{20}\] \d+%   Ctrl-C cancels/) != nil, "\(row)")
    // Ctrl-D is the same as quit, and what was begun to be typed outlives a Ctrl-C.
    try prompt.send("\u{4}")
    try prompt.wait { $0.answer(to: "lsit", after: 0)?.last == Self.isUnderWay[0] }
    try prompt.send("list")
    try prompt.send("\u{3}")
    try prompt.wait { $0.text.contains("✗ save cancelled") && $0.promptRow == "6 photos> list" }
  }

  @Test(arguments: [
    ("save a.jpg", "✗ a.jpg: this is one of the photos"),
    ("save link.jpg", "✗ link.jpg: "),
    ("save notes.txt", "✗ notes.txt: exists and was not made by collage"),
    ("save nowhere/out.jpg", "✗ nowhere: there is no such folder"),
    ("save shelf", "✗ shelf: is a folder, not a file"),
    ("save out.gif", "✗ out.gif: can't write gif files"),
    ("save", "✗ notes.txt: "),
  ])
  func `a save that fails says why, and the photos stay chosen`(line: String, reason: String) throws
  {
    try folder.write(Array("mine".utf8), to: "notes.txt")
    try folder.makeSymbolicLink("link.jpg", to: "a.jpg")
    try folder.makeFolder("shelf")
    let prompt = try PromptTerminal(
      in: folder, photos: 2, ["--library", "notes.txt", "--canvas", "60x40px"])
    let before = try folder.snapshot()
    let answer = try prompt.ask(line)
    #expect(answer.first?.hasPrefix(reason) == true, "\(answer)")
    #expect(prompt.screen.promptRow == "2 photos>")
    #expect(try prompt.photos() == ["a.jpg", "b.png"])
    #expect(try folder.snapshot() == before)
    #expect(try prompt.ask("save good.png --").joined().hasPrefix("✗ missing: save"))
    #expect(try prompt.ask("save good.png").joined().hasPrefix("✓ saved 2 photos as "))
  }

  @Test func `a photo that was lost meanwhile fails the save`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2, ["--canvas", "60x40px"])
    try FilePath(folder.string).appending("b.png").remove()
    #expect(try prompt.ask("save out.jpg").joined().hasPrefix("✗ b.png: there is no such file"))
    #expect(prompt.screen.promptRow == "2 photos>")
    #expect(!(try folder.names().contains("out.jpg")))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal during a save ends it first, and nothing is left behind`(signal: Int32) throws {
    let prompt = try startSlowSave()
    let before = try folder.snapshot()
    prompt.terminal.send(signal: signal)
    try prompt.expectEnd(.exited(128 + signal))
    #expect(try folder.snapshot() == before)
  }

  /// A prompt with six large photos whose save is under way.
  private func startSlowSave() throws -> PromptTerminal {
    let names = try PromptPhotos.writeSlow(in: folder)
    let prompt = try PromptTerminal(
      in: folder,
      ["--preview", "off", "--canvas", "9000x6000", "--compression", "9", "--focus", "centre"]
        + names,
      title: "6 photos")
    try prompt.send("save out.png\r")
    try prompt.wait { $0.cursor.row > 0 && $0.rows[$0.cursor.row - 1].hasPrefix("saving [") }
    return prompt
  }

  private func size(of name: FilePath) throws -> PixelSize {
    try PhotoHeader(of: PhotoFile.open(folder.path(of: name)), limits: DecodeLimits()).size
  }
}

extension PromptTerminal {
  /// Like `ask` with the progress in place of the hints.
  fileprivate func askWhileSaving(_ line: String) throws -> [String] {
    let before = screen.echoes(of: line).count
    try send(line + "\r")
    try wait { !($0.answer(to: line, after: before) ?? []).isEmpty }
    return screen.answer(to: line, after: before) ?? []
  }
}

extension FilePath {
  fileprivate func makeExecutable() throws {
    if unsafe withPlatformString({ unsafe chmod($0, 0o755) }) != 0 { throw Errno(rawValue: errno) }
  }

  fileprivate func remove() throws {
    if unsafe withPlatformString({ unsafe unlink($0) }) != 0 { throw Errno(rawValue: errno) }
  }
}
