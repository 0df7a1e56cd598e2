import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct PromptPreviewTests {
  /// What is above the hints.
  enum Shown: Hashable { case trueColours, palette, letters, nothing }

  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  @Test(
    arguments: [
      ([], ["COLORTERM": "truecolor"], Shown.trueColours),
      ([], [:], .palette),
      ([], ["TERM": "xterm"], .letters),
      ([], ["NO_COLOR": "1", "COLORTERM": "truecolor"], .letters),
      ([], ["LANG": "C", "COLORTERM": "truecolor"], .letters),
      ([], ["COLLAGE_PREVIEW": "blocks"], .trueColours),
      ([], ["COLLAGE_PREVIEW": "off"], .nothing),
      (["--preview", "256"], ["COLLAGE_PREVIEW": "off"], .palette),
      (["--preview", "ascii"], [:], .letters),
      (["--preview", "off"], ["COLORTERM": "truecolor"], .nothing),
      (["--preview", "blocks"], ["TMUX": "/tmp/tmux,1,0"], .trueColours),
      ([], ["TMUX": "/tmp/tmux,1,0", "TERM": "tmux-256color"], .palette),
    ] as [([String], [String: String], Shown)])
  func `the preview is what the terminal can show, or what was asked for`(
    arguments: [String], environment: [String: String], shown: Shown
  ) throws {
    let prompt = try PromptTerminal(
      in: folder, arguments + ["a.jpg", "b.png"], environment: environment, title: "2 photos")
    if shown == .nothing {
      try prompt.terminal.waitUntilQuiet(for: .milliseconds(500))
    } else {
      try prompt.wait { $0.shownPreview != .nothing }
    }
    #expect(prompt.screen.shownPreview == shown)
    let picture = prompt.screen.rows.prefix(prompt.screen.previewEnd).suffix(14)
    if shown == .trueColours || shown == .palette {
      // 3 to 2, and cells are twice as high as they are wide.
      #expect(prompt.screen.pictureRows.count == 14)
      #expect(
        prompt.screen.pictureRows.allSatisfy { $0.lastIndex { $0.style != CellStyle() } == 41 })
    }
    if shown == .letters { #expect(picture.allSatisfy { $0.count == 42 && $0.isLetters }) }
    prompt.expectTidy()
    try prompt.ask("clear")
    try prompt.wait { $0.shownPreview == .nothing }
  }

  @Test(
    .enabled(if: InstalledText.isThere, "\(InstalledText.reason)"),
    arguments: ["rows", "columns", "mosaic"])
  func `settings that come faster than layouts are found keep the prompt and its photos`(
    layout: String
  ) throws {
    let names = (10..<50).map { "\($0).jpg" }
    for name in names { try folder.write(PromptPhotos.jpeg, to: FilePath(name)) }
    let prompt = try PromptTerminal(
      in: folder, look: ["--layout", layout, "--max", "40", "--captions", "{n}"],
      ["--preview", "256"] + names,
      title: "40 photos")
    try prompt.send((1...30).map { "gap \($0)\r" }.joined())
    try prompt.wait { $0.transcript.contains("gap: 30") && $0.promptRow == "40 photos>" }
    try prompt.wait { $0.shownPreview == .palette }
    #expect(try prompt.ask("gap") == ["gap: 30"])
    #expect(try prompt.ask("save out.png").joined().contains("saved 40 photos"))
    #expect(try folder.names().contains("out.png"))
  }

  @Test
  func `a multiplexer without pictures is asked nothing, nor is a terminal whose preview is known`()
    throws
  {
    for (arguments, environment) in [
      ([], ["ZELLIJ": "0"]), ([], ["STY": "x"]), (["--preview", "256"], [:]),
    ]
      as [([String], [String: String])]
    {
      let prompt = try PromptTerminal(in: folder, arguments, environment: environment)
      try prompt.terminal.waitUntilQuiet()
      #expect(prompt.screen.graphics == [])
      #expect(!String(decoding: prompt.terminal.output, as: UTF8.self).contains("\u{1B}[c"))
    }
  }

  @Test func `a terminal that answers gets true pixels, and gives them back`() throws {
    let prompt = try PromptTerminal(in: folder, [])
    // Nobody is sent a query of the protocol before it has said who it is.
    try prompt.waitForOutput("\u{1B}[>q\u{1B}[16t\u{1B}[c")
    #expect(prompt.screen.graphics == [])
    try prompt.send("\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c")
    try prompt.wait { !$0.graphics.isEmpty }
    try prompt.send("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
    try prompt.ask("add a.jpg b.png")
    try prompt.wait { $0.pictures.count == 1 }
    let picture = try #require(prompt.screen.pictures.first)
    #expect(picture.kind == .placement && picture.columns == 42 && picture.rows == 14)
    #expect(picture.width == 420 && picture.height == 280)
    #expect(picture.position == ScreenPosition(row: prompt.screen.cursor.row - 16, column: 0))
    prompt.expectTidy()

    try prompt.ask("clear")
    try prompt.wait { $0.heldPictures.isEmpty }
    try prompt.ask("undo")
    try prompt.wait { $0.pictures.count == 1 }
    try prompt.ask("preview blocks")
    try prompt.wait { $0.heldPictures.isEmpty && $0.shownPreview == .trueColours }
    try prompt.ask("preview on")
    try prompt.wait { $0.pictures.count == 1 }
    try prompt.send("\u{4}\u{4}")
    try prompt.expectEnd(.exited(0))
    #expect(prompt.screen.heldPictures == [] && prompt.screen.pictures == [])
  }

  @Test(arguments: ["tmux 3.3a", "screen 5.0.0"])
  func
    `a multiplexer behind another terminal's name is sent no string that it would take for a title`(
      version: String
    ) throws
  {
    let prompt = try PromptTerminal(in: folder, ["a.jpg", "b.png"], title: "2 photos")
    try prompt.waitForOutput("\u{1B}[>q\u{1B}[16t\u{1B}[c")
    try prompt.send("\u{1B}P>|\(version)\u{1B}\\\u{1B}[?62;ch")
    // The answers are no keys, and the preview is one that a multiplexer passes on.
    try prompt.wait { $0.shownPreview == .palette && $0.promptRow == "2 photos> h" }
    #expect(prompt.screen.graphics == [])
    #expect(!String(decoding: prompt.terminal.output, as: UTF8.self).contains("\u{1B}_"))
    prompt.expectTidy()
  }

  @Test func `pixels that are asked for are sent to a terminal that answers nothing`() throws {
    let kitty = try PromptTerminal(
      in: folder, ["--preview", "kitty", "a.jpg", "b.png"], title: "2 photos")
    try kitty.wait { !$0.pictures.isEmpty }
    let iterm2 = try PromptTerminal(
      in: folder, ["--preview", "iterm2", "a.jpg", "b.png"], title: "2 photos")
    try iterm2.wait { $0.rows[0].isEmpty || $0.cursor.row > 15 }
    #expect(
      String(decoding: iterm2.terminal.output, as: UTF8.self).contains("\u{1B}]1337;File=inline=1;")
    )
    iterm2.expectTidy()
  }

  @Test func `the preview can be changed while photos are chosen`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.shownPreview == .trueColours }
    for (setting, shown) in [
      ("256", Shown.palette), ("ascii", .letters), ("off", .nothing), ("blocks", .trueColours),
      ("on", .palette),
    ] {
      #expect(
        try prompt.ask("preview " + setting).first == "preview: "
          + (setting == "on" ? "256" : setting))
      try prompt.wait { $0.shownPreview == shown }
      prompt.expectTidy()
    }
    #expect(try prompt.ask("preview").first == "preview: 256")
  }

  @Test func `the preview follows arrangement, canvas and background`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.shownPreview == .trueColours }
    let before = prompt.screen.pictureRows
    try prompt.ask("swap 1 2")
    try prompt.wait { $0.pictureRows.count == 14 && $0.pictureRows != before }
    try prompt.ask("swap 1 2")
    try prompt.wait { $0.pictureRows == before }
    try prompt.ask("canvas 2400x600")
    // Four to one: as wide as the window, and lower.
    try prompt.wait { $0.pictureRows.count == 10 }
    prompt.expectTidy()
  }

  @Test func `a long answer is not pushed away by the preview, which comes back with the next key`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.pictureRows.count == 14 }
    #expect(try prompt.ask("help").count > 10)
    try prompt.terminal.waitUntilQuiet(for: .milliseconds(200))
    #expect(prompt.screen.pictureRows.isEmpty)
    #expect(prompt.screen.rows.contains { $0.contains("save to the library, an album") })
    try prompt.send("x")
    try prompt.wait { $0.pictureRows.count == 14 && $0.promptRow == "2 photos> x" }
    prompt.expectTidy()
    // A short one stays above it.
    try prompt.send("\u{7F}")
    try prompt.ask("list")
    #expect(prompt.screen.pictureRows.count == 14)
  }

  @Test func `the settings stay beside the picture while they are set, the changed ones first`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.pictureRows.count == 14 }
    func settings(_ screen: ScreenModel) -> [String] {
      screen.rows[max(screen.previewEnd - 14, 0)..<screen.previewEnd].map {
        String($0.dropFirst(42))
      }
    }
    try prompt.send("style\r")
    try prompt.wait { settings($0).first?.hasPrefix("  * canvas           2400x1600") == true }
    #expect(settings(prompt.screen)[1].hasPrefix("  * layout           grid"))
    #expect(settings(prompt.screen).last?.hasSuffix(" more: style") == true)
    #expect(prompt.screen.pictureRows.count == 14)
    prompt.expectTidy()
    try prompt.ask("quality 71")
    try prompt.wait { settings($0).contains("  * quality          71") }
    try prompt.ask("undo")
    try prompt.wait { !settings($0).contains("  * quality          71") }
    prompt.expectTidy()
    // Asked for again, it shows those that had no room.
    #expect(try prompt.ask("style").contains("  max-scans        100"))
    try prompt.send("x\u{7F}")
    try prompt.wait {
      settings($0).first?.hasPrefix("  * canvas") == true && $0.promptRow == "2 photos>"
    }
    try prompt.ask("remove 2")
    try prompt.wait {
      !$0.text.contains("* canvas           2400x1600 \u{2026}")
        && settings($0).allSatisfy(\.isEmpty)
    }
    prompt.expectTidy()
  }

  @Test(arguments: [(10, 40), (15, 60), (24, 80), (50, 200)])
  func `the preview takes what the window gives, and each photo has its number`(
    rows: Int, columns: Int
  ) throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png", "c.jpg", "d.png"],
      environment: ["COLORTERM": "truecolor"], rows: rows, columns: columns, title: "4 photos")
    let height = min(max(rows - 10, rows / 2), rows - 4, columns / 3)
    try prompt.wait { $0.pictureRows.count == height }
    prompt.expectTidy()
    let text = prompt.screen.pictureRows.map { $0.map(\.text).joined() }
    for number in 1...4 { #expect(text.contains { $0.contains(" \(number) ") }, "\(number)") }
    #expect(prompt.screen.status?.hasPrefix("grid · 2400x1600 · crops ") == true)
    #expect(prompt.screen.rows[prompt.screen.cursor.row - 1].hasSuffix("help  quit"))
  }

  @Test
  func `the status shows the layout's rank, the worst crop and what differs from the defaults`()
    throws
  {
    let prompt = try PromptTerminal(
      in: folder,
      [
        "--preview", "off", "--layout", "mosaic", "--gap", "2%", "--quality", "80", "a.jpg",
        "b.png",
      ],
      columns: 120, title: "2 photos")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/2 · 2400x1600 · crops ") == true }
    #expect(
      prompt.screen.status?.hasSuffix(" · gap 2% · quality 80") == true,
      "\(prompt.screen.status ?? "")")
    try prompt.ask("clear")
    try prompt.wait { $0.status == nil }
    prompt.expectTidy()
  }

  @Test func `a damaged photo is labelled in the preview`() throws {
    try folder.write(PromptPhotos.jpeg.dropLast(PromptPhotos.jpeg.count / 4), to: "cut.jpg")
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "cut.jpg"], title: "2 photos")
    try prompt.wait { $0.pictureRows.contains { $0.map(\.text).joined().contains(" 2 damaged ") } }
    prompt.expectTidy()
  }

  @Test func `a preview that can't be made says why in its place`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "--layout", "mosaic", "--pick", "50", "a.jpg", "b.png"],
      columns: 60,
      title: "2 photos")
    try prompt.wait { $0.text.contains("no preview: ") }
    prompt.expectTidy()
    #expect(prompt.screen.rows.contains("no preview: there is no layout 50; choose from 1 to 2"))
    try prompt.ask("layout 2")
    try prompt.wait { $0.shownPreview == .trueColours && !$0.text.contains("no preview") }
    prompt.expectTidy()
  }

  @Test func `a name for a preview that there is not is reported`() throws {
    let wrong = BuiltProgram.command(["prompt"], in: folder)
    var program = wrong
    program.environment["COLLAGE_PREVIEW"] = "loud"
    let terminal = try PseudoTerminal(running: program)
    #expect(try terminal.waitForEnd() == .exited(64))
    #expect(
      terminal.screen.text.contains(
        "collage: COLLAGE_PREVIEW can't be 'loud'; set it to kitty, placeholders, iterm2,"))
    #expect(try terminal.modes == terminal.modesAtStart)
  }

  @Test func `a dumb terminal is read line by line, and sent no escape sequence`() throws {
    var program = BuiltProgram.command(["prompt", "--canvas", "60x40px"], in: folder)
    program.environment["TERM"] = "dumb"
    let terminal = try PseudoTerminal(running: program)
    try terminal.send("add a.jpg b.png\nlist\nsave out.png\n")
    try terminal.wait {
      $0.text.contains("2. b.png, PNG, ")
        && $0.rows.contains { $0.contains(/Saved 2 photos as [0-9a-f]{32}/) }
    }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
    #expect(try folder.names().contains("out.png"))
  }

  @Test func `on a dumb terminal there is a conversation, which no error ends`() throws {
    try folder.write(PromptPhotos.jpeg.dropLast(PromptPhotos.jpeg.count / 4), to: "cut.jpg")
    var program = BuiltProgram.command(["prompt", "--canvas", "60x40px"], in: folder)
    program.environment.merge(["TERM": "dumb", "LANG": "C"]) { $1 }
    let terminal = try PseudoTerminal(running: program, columns: 200)
    try terminal.wait { $0.promptRow == "Collage>" }
    func ask(_ line: String, _ answer: String, prompt: String) throws {
      try terminal.send(line + "\n")
      try terminal.wait { $0.text.contains(answer) && $0.promptRow == prompt }
    }
    try ask(
      "sabe", "Error: 'sabe' is neither a command nor a file; did you mean 'save'?",
      prompt: "Collage>")
    try ask("save", "Not possible now: there are no photos; add two first.", prompt: "Collage>")
    try ask("a.jpg", "Added a.jpg.", prompt: "1 photo>")
    try ask("cut.jpg", "Error: cut.jpg: damaged: ", prompt: "2 photos>")
    try ask("gap 2%", "The gap is 2 percent.", prompt: "2 photos>")
    try ask("allow-damaged on", "Allow-damaged is on.", prompt: "2 photos>")
    try ask("quit", "2 photos not saved; save first, or quit again to leave", prompt: "2 photos>")
    try ask("save out.png", "Saved 2 photos as ", prompt: "Collage>")
    try ask(
      "copy", "Error: only a terminal has a clipboard; the path is \(folder.string)/out.png.",
      prompt: "Collage>")
    try terminal.send("undo\n\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.text.contains("2 photos were selected but not saved."))
    #expect(!terminal.output.contains(0x1B))
  }
}

extension ScreenModel {
  /// What kind of preview the row above the hints is part of.
  var shownPreview: PromptPreviewTests.Shown {
    guard previewEnd > 0 else { return .nothing }
    let row = cells[previewEnd - 1]
    let colours = row.prefix(40).flatMap { [$0.style.foreground, $0.style.background] }
    if colours.contains(where: { if case .rgb = $0 { true } else { false } }) {
      return .trueColours
    }
    if colours.contains(where: { if case .palette = $0 { true } else { false } }) {
      return .palette
    }
    return rows[previewEnd - 1].isLetters ? .letters : .nothing
  }
}
