import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Arranging photos with keys, on a terminal.
@Suite(.waiting) struct ArrangingTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  /// Four photos in a grid of two by two, being arranged.
  private func arranging(
    _ arguments: [String] = ["--preview", "off"], start: String = "\u{14}", columns: Int = 100
  ) throws -> PromptTerminal {
    let prompt = try PromptTerminal(
      in: folder, arguments + ["a.jpg", "b.png", "c.jpg", "d.png"], columns: columns,
      title: "4 photos")
    try prompt.wait { $0.status?.contains(" · crops ") == true }
    try prompt.send(start)
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    return prompt
  }

  @Test(arguments: ["\u{14}", "arrange\r"])
  func `arrows choose a photo, and Enter goes back to the line`(start: String) throws {
    let prompt = try arranging(start: start)
    for (key, name) in [
      ("C", "photo 2: b.png"), ("B", "photo 4: d.png"), ("D", "photo 3: c.jpg"),
      ("D", "photo 3: c.jpg"),
      ("A", "photo 1: a.jpg"),
    ] {
      try prompt.send("\u{1B}[" + key)
      try prompt.wait { $0.promptRow == name }
    }
    #expect(prompt.screen.rows[prompt.screen.cursor.row - 1].hasSuffix("Enter done  ? more"))
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    prompt.expectTidy()
    #expect(try prompt.photos() == ["a.jpg", "b.png", "c.jpg", "d.png"])
  }

  @Test func `rotating is among the keys that are seen, and r says which it is`() throws {
    let prompt = try arranging(columns: 80)
    let hints = "arrows select  Shift+arrows move  PgUp/PgDn layout  tT turn  Enter done  ? more"
    #expect(prompt.screen.rows[prompt.screen.cursor.row - 1] == hints)
    try prompt.send("r")
    try prompt.wait { $0.rows[$0.cursor.row - 1] == "nothing to redo; t rotates" }
    try prompt.send("t")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg · turn right" }
    try prompt.send("ur")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg · turn right" }
    #expect(prompt.screen.rows[prompt.screen.cursor.row - 1] == hints)
  }

  @Test func `keys that come faster than layouts are not lost`() throws {
    let prompt = try arranging()
    // Right, down and left with Shift, then up without.
    try prompt.send("\u{1B}[1;2C\u{1B}[1;2B\u{1B}[1;2D\u{1B}[A")
    try prompt.wait { $0.promptRow == "photo 1: b.png" }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    #expect(try prompt.photos() == ["b.png", "d.png", "a.jpg", "c.jpg"])
  }

  @Test func `each key is a step that can be undone`() throws {
    let prompt = try arranging(columns: 160)
    let start = "grid · 2400x1600 · crops 1% · 4 photos enlarged, photo 1 24.5×"
    try prompt.wait { $0.status == start }
    for (keys, row, status) in [
      // Shift and Alt with an arrow.
      ("\u{1B}[1;2C", "photo 2: a.jpg", nil), ("\u{1B}[1;3B", "photo 4: a.jpg", nil),
      ("w", "photo 4: a.jpg · keep-whole", "photo 4: keep-whole"),
      ("w", "photo 4: a.jpg", nil),
      ("t", "photo 4: a.jpg · turn right", "photo 4: turn right"),
      ("l", "photo 4: a.jpg · turn right", nil),
      ("j", "photo 4: a.jpg · turn right · focus 0.5,0.55", nil),
      ("j", "photo 4: a.jpg · turn right · focus 0.5,0.6", nil),
      ("TT", "photo 4: a.jpg · turn left · focus 0.5,0.4", nil),
      ("\u{1B}[3~", "photo 3: c.jpg", nil),
    ] as [(String, String, String?)] {
      try prompt.send(keys)
      try prompt.wait {
        $0.promptRow == row && (status == nil || $0.status?.hasSuffix(status!) == true)
      }
    }
    try prompt.send("uuuuuuuuuu")
    try prompt.wait { $0.status == start }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "4 photos>" }
    #expect(try prompt.photos() == ["a.jpg", "b.png", "c.jpg", "d.png"])
    prompt.expectTidy()
  }

  @Test func `a digit chooses a photo, and keys without effect say why`() throws {
    let prompt = try arranging(["--preview", "off", "--layout", "grid"])
    try prompt.send("3")
    try prompt.wait { $0.promptRow == "photo 3: c.jpg" }
    try prompt.send("7")
    try prompt.wait { $0.text.contains("there is no photo 7") }
    try prompt.send(" ")
    try prompt.wait { $0.text.contains("Space does nothing here; ? lists the keys") }
    try prompt.send("+")
    try prompt.wait { $0.text.contains("weights change nothing in the layout grid") }
    try prompt.send("u\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    prompt.expectTidy()
  }

  @Test func `layouts are walked through beside their neighbours`() throws {
    let prompt = try arranging(["--preview", "off", "--layout", "mosaic", "--canvas", "auto"])
    try prompt.send("\u{1B}[6~")
    try prompt.wait { $0.status?.hasPrefix("mosaic 2/22 ") == true && $0.text.contains("[2]") }
    #expect(prompt.screen.rows.contains { $0.hasPrefix("┌") })
    // There is none before the first.
    try prompt.send("\u{1B}[5~\u{1B}[5~")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 1/22 ") == true && $0.text.contains("[1]")
        && $0.text.contains("this is the first layout")
    }
    try prompt.send("q")
    try prompt.wait { $0.promptRow == "4 photos>" && !$0.text.contains("┌") }
    prompt.expectTidy()
    try prompt.ask("undo")
    try prompt.wait { $0.status?.hasPrefix("mosaic 2/22 ") == true }
    try prompt.ask("layout 22")
    try prompt.send("\u{14}\u{1B}[6~")
    try prompt.wait { $0.text.contains("this is the last layout") && $0.text.contains("[22]") }
  }

  @Test(arguments: [(24, 80), (16, 60), (10, 40)])
  func `the layouts beside the picked one take rows from the preview, not from the window`(
    rows: Int, columns: Int
  ) throws {
    let prompt = try PromptTerminal(
      in: folder,
      ["--preview", "blocks", "--layout", "mosaic", "a.jpg", "b.png", "c.jpg", "d.png"], rows: rows,
      columns: columns, title: "4 photos")
    try prompt.wait { !$0.pictureRows.isEmpty }
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    for rank in 2...4 {
      try prompt.send("\u{1B}[6~")
      try prompt.wait {
        $0.status?.hasPrefix("mosaic \(rank)/22 ") == true
          && (rows < 12 || $0.text.contains("[\(rank)]"))
      }
      try prompt.terminal.waitUntilQuiet()
      #expect(prompt.screen.rows.filter(\.isStatus).count == 1, "\(prompt.screen.text)")
      #expect(prompt.screen.rows[prompt.screen.cursor.row - 1].hasSuffix("Enter done  ? more"))
      if rows >= 12 {
        #expect(prompt.screen.text.contains("[\(rank)]"), "\(prompt.screen.text)")
      }
    }
    // The keys are shown in the picture's rows, also while layouts are there.
    try prompt.send("?")
    try prompt.wait { $0.text.contains("select; also 1 to 9") }
    try prompt.send("\r")
    try prompt.wait {
      $0.promptRow == "4 photos>" && !$0.pictureRows.isEmpty && !$0.text.contains("┌")
    }
    prompt.expectTidy()
  }

  @Test func `keys that arrive together act on what the ones before them left`() throws {
    let prompt = try arranging([
      "--preview", "off", "--layout", "mosaic", "--canvas", "auto", "--pick", "22",
    ])
    // The last of 22 layouts of four photos does not exist for three.
    try prompt.wait { $0.status?.hasPrefix("mosaic 22/22 ") == true }
    try prompt.send("\u{1B}[3~\u{1B}[6~")
    try prompt.wait {
      $0.status?.hasPrefix("mosaic 1/") == true && $0.status?.hasPrefix("mosaic 1/22") == false
    }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "3 photos>" }
    prompt.expectTidy()
  }

  @Test(arguments: ["?", "\u{1B}OP"])
  func `a key shows what all keys do beside the picture`(key: String) throws {
    let prompt = try arranging(["--preview", "blocks"])
    try prompt.wait { !$0.pictureRows.isEmpty }
    let width = { (screen: ScreenModel) in
      screen.cells.map { $0.prefix { $0.style != CellStyle() }.count }.max() ?? 0
    }
    let alone = width(prompt.screen)
    try prompt.send(key)
    try prompt.wait { screen in
      (1...alone).contains(width(screen)) && screen.text.contains("hjkl ")
        && screen.text.contains("undo; r redoes") && screen.promptRow == "photo 1: a.jpg"
    }
    // Other keys do what they do, and the help stays.
    try prompt.send("\u{1B}[C")
    try prompt.wait { $0.promptRow == "photo 2: b.png" && $0.text.contains("hjkl ") }
    // Escape ends the help alone.
    try prompt.send("\u{1B}")
    try prompt.wait {
      !$0.text.contains("hjkl  ") && $0.promptRow == "photo 2: b.png" && width($0) == alone
    }
    try prompt.send(key)
    try prompt.wait { $0.text.contains("hjkl ") && width($0) > 0 }
    try prompt.send(key)
    try prompt.wait { !$0.text.contains("hjkl  ") && width($0) == alone }
    // Enter is done, as the hints say, also while the help is there.
    try prompt.send(key)
    try prompt.wait { $0.text.contains("hjkl ") && width($0) > 0 }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" && !$0.text.contains("hjkl  ") }
    prompt.expectTidy()
  }

  @Test func `in a narrow window the keys are in the picture's place, and scroll`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], rows: 12, columns: 40,
      title: "2 photos")
    try prompt.wait { !$0.pictureRows.isEmpty }
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    try prompt.send("?")
    try prompt.wait { $0.pictureRows.isEmpty && $0.rows.contains("? shows more keys") }
    #expect(!prompt.screen.text.contains("undo; r redoes"))
    for _ in 0..<3 where !prompt.screen.text.contains("undo; r redoes") {
      let before = prompt.screen.text
      try prompt.send("?")
      try prompt.wait { $0.text != before }
    }
    #expect(prompt.screen.text.contains("undo; r redoes"))
    // Another key hides them, and does what it does.
    try prompt.send("\u{1B}[C")
    try prompt.wait { !$0.pictureRows.isEmpty && $0.promptRow == "photo 2: b.png" }
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "2 photos>" }
    prompt.expectTidy()
  }

  @Test func `keys without an effect say so in place of the hints`() throws {
    let prompt = try arranging(["--preview", "off", "--layout", "grid"])
    func notice(_ keys: String) throws -> String {
      try prompt.send(keys)
      try prompt.wait { !$0.rows[$0.cursor.row - 1].hasSuffix("? more") }
      try prompt.terminal.waitUntilQuiet()
      let row = prompt.screen.rows[prompt.screen.cursor.row - 1]
      // A key with an effect brings the hints back.
      try prompt.send("w")
      try prompt.wait { $0.rows[$0.cursor.row - 1].hasSuffix("? more") }
      return row
    }
    #expect(try notice("\u{1B}[D") == "there is no photo on the left")
    #expect(try notice("\u{1B}[1;2A") == "there is no photo above")
    let idle = "weights change nothing in the layout grid; 'layout mosaic' looks for sizes"
    for key in ["+", "-", "0", "L"] { #expect(try notice(key) == idle) }
    #expect(!prompt.screen.promptRow.contains("weight"))
    #expect(try notice("x") == "x does nothing here; ? lists the keys")
    try prompt.send("\r")
    try prompt.wait { $0.promptRow == "4 photos>" }
    prompt.expectTidy()
  }

  @Test func `at the ends of weights there is nothing to try`() throws {
    let prompt = try arranging(["--preview", "off", "--layout", "mosaic", "--canvas", "auto"])
    for (weight, key, notice) in [
      ("100", "+", "100 is the largest weight"), ("0.01", "-", "0.01 is the smallest weight"),
    ] {
      try prompt.send("q")
      try prompt.wait { $0.promptRow == "4 photos>" }
      try prompt.ask("weight 1 \(weight)")
      try prompt.send("\u{14}" + key)
      try prompt.wait { $0.promptRow == "photo 1: a.jpg · weight \(weight)" }
      try prompt.wait { $0.text.contains(notice) }
    }
  }

  @Test func `where there is one layout, the keys for others say so`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg"], title: "1 photo")
    try prompt.wait { $0.status?.contains(" · crops ") == true }
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    try prompt.send("\u{1B}[6~")
    try prompt.wait { $0.text.contains("this is the only layout of these photos") }
  }

  @Test
  func `a click chooses a photo, dragging exchanges two, and the wheel walks through layouts`()
    throws
  {
    let prompt = try arranging(["--preview", "blocks"])
    try prompt.wait { !$0.pictureRows.isEmpty && $0.privateModes.isSuperset(of: [1000, 1006]) }
    let screen = prompt.screen
    let bottom = screen.previewEnd - 1
    let top = screen.previewEnd - screen.pictureRows.count
    let right = screen.pictureRows[0].prefix { $0.style != CellStyle() }.count - 1
    /// The program asks where the cursor is before it knows what was clicked.
    func press(_ row: Int, _ column: Int, _ end: String) throws {
      let before = prompt.terminal.output.count
      try prompt.send("\u{1B}[<0;\(column + 1);\(row + 1)\(end)")
      try prompt.wait { _ in
        String(decoding: prompt.terminal.output[before...], as: UTF8.self).contains("\u{1B}[6n")
      }
      try prompt.send("\u{1B}[\(prompt.screen.cursor.row + 1);1R")
    }
    try press(bottom, 0, "M")
    try prompt.wait { $0.promptRow == "photo 3: c.jpg" }
    try press(bottom, 0, "m")
    try press(bottom, right, "M")
    try prompt.wait { $0.promptRow == "photo 4: d.png" }
    try press(top, right, "m")
    try prompt.wait { $0.promptRow == "photo 2: d.png" }
    // Outside of the picture is nothing.
    try press(bottom + 2, right, "M")
    try prompt.send("\r")
    try prompt.wait {
      $0.promptRow == "4 photos>" && $0.privateModes.isDisjoint(with: [1000, 1006])
    }
    #expect(try prompt.photos() == ["a.jpg", "d.png", "c.jpg", "b.png"])
    try prompt.ask("layout mosaic")
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" && !$0.pictureRows.isEmpty }
    try prompt.terminal.waitUntilQuiet()
    let next = prompt.screen
    try press(next.previewEnd - 1, 0, "M")
    try prompt.wait { $0.promptRow == "photo 3: c.jpg" }
    try press(next.previewEnd - next.pictureRows.count, right, "m")
    try prompt.wait {
      $0.promptRow == "photo 2: c.jpg" && $0.status?.hasPrefix("mosaic, arranged by hand ") == true
    }
    try prompt.send("u")
    try prompt.wait {
      $0.promptRow == "photo 3: c.jpg" && $0.status?.hasPrefix("mosaic 1/") == true
    }
    try prompt.send("\u{1B}[<65;1;1M")
    try prompt.wait { $0.status?.hasPrefix("mosaic 2/") == true }
    try prompt.send("\u{1B}[<64;1;1M")
    try prompt.wait { $0.status?.hasPrefix("mosaic 1/") == true }
  }

  @Test func `without photos there is nothing to arrange, and with the last one it ends`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    #expect(try prompt.ask("arrange") == ["  → there are no photos; add some first"])
    try prompt.ask("add a.jpg")
    try prompt.send("\u{14}")
    try prompt.wait { $0.promptRow == "photo 1: a.jpg" }
    try prompt.send("\u{7F}")
    try prompt.wait { $0.promptRow == "Collage>" }
    prompt.expectTidy()
  }

  @Test(arguments: ["ascii", "blocks"])
  func `the chosen photo is marked in the preview`(mode: String) throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", mode, "a.jpg", "b.png"], environment: ["COLORTERM": "truecolor"],
      title: "2 photos")
    try prompt.wait { $0.shownPreview != .nothing }
    let plain = prompt.screen.cells.prefix(prompt.screen.previewEnd)
    try prompt.send("\u{14}")
    try prompt.wait {
      $0.promptRow == "photo 1: a.jpg" && Array($0.cells.prefix($0.previewEnd)) != Array(plain)
    }
    let first = prompt.screen.cells.prefix(prompt.screen.previewEnd)
    if mode == "ascii" {
      #expect(prompt.screen.rows.prefix(prompt.screen.previewEnd).contains { $0.contains("****") })
    }
    try prompt.send("\u{1B}[C")
    try prompt.wait {
      $0.promptRow == "photo 2: b.png" && Array($0.cells.prefix($0.previewEnd)) != Array(first)
    }
    try prompt.send("\r")
    try prompt.wait { Array($0.cells.prefix($0.previewEnd)) == Array(plain) }
  }
}
