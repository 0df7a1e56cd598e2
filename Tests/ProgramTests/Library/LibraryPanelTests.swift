import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The library's panel, which `open` shows in the prompt.
@Suite(.waiting) struct LibraryPanelTests {
  private let folder: TemporaryFolder
  private let (rome, grandma): (String, String)

  /// Two collages: one with a title, and an older one with a photo of grandma.
  init() throws {
    let folder = try PromptPhotos.folder()
    self.folder = folder
    try folder.write(folder.read("g.jpg"), to: "grandma.jpg")
    func make(_ arguments: String...) throws -> String {
      try BuiltProgram.command(
        ["make", "--library", "shelf", "--canvas", "240x160px", "--layout", "grid"] + arguments,
        in: folder
      ).run().id
    }
    rome = try make("--title", "Rome in the rain", "a.jpg", "b.png", "c.jpg", "d.png")
    grandma = try make("grandma.jpg", "e.jpg")
    try setDate("2024-07-15 12:34", of: rome)
    try setDate("2023-01-02 03:04", of: grandma)
  }

  private func setDate(_ date: String, of id: String) throws {
    let script = "touch -d '\(date)' shelf/collage-\(id).jpg"
    #expect(try ChildProcess("/bin/sh", ["-c", script], in: folder.path).run().exitCode == 0)
  }

  private func prompt(_ arguments: [String] = [], rows: Int = 24, columns: Int = 80) throws
    -> PromptTerminal
  {
    try PromptTerminal(
      in: folder, ["--preview", "off", "--library", "shelf"] + arguments,
      rows: rows, columns: columns)
  }

  /// Opens the panel and waits until it has read everything.
  private func open(_ prompt: PromptTerminal, _ line: String = "open") throws {
    try prompt.send(line + "\r")
    try prompt.wait { $0.rows[0].hasPrefix("search: ") && !$0.rows[0].contains("reading") }
  }

  @Test func `it shows titles, names, dates and sizes, the newest first`() throws {
    let prompt = try prompt()
    try open(prompt)
    let rows = prompt.screen.rows
    #expect(rows[0].hasSuffix("2 collages · shelf"))
    #expect(rows[1].wholeMatch(of: /> Rome in the rain +2024-07-15 12:34/) != nil)
    let facts = /[ ]{2}4 photos · 240x160 · \d+ kB · [0-9a-f]{8} · a\.jpg, b\.png, c\.jpg, d\.png/
    #expect(rows[2].wholeMatch(of: facts) != nil)
    #expect(rows[3].wholeMatch(of: /[ ]{2}grandma\.jpg, e\.jpg +2023-01-02 03:04/) != nil)
    #expect(
      rows[4].wholeMatch(of: /[ ]{2}2 photos · 240x160 · \d+ kB · [0-9a-f]{8}/) != nil
        && rows[4].contains(grandma.prefix(8)))
    #expect(rows[5].isEmpty)
    #expect(prompt.screen.pickerFacts.hasPrefix("a.jpg, b.png, c.jpg, d.png · 4 photos · 240x160"))
    #expect(prompt.screen.pickerKeys.hasPrefix("Enter open  Del trash  Ctrl-Z undo"))
    #expect(!prompt.screen.text.contains("select"))
    try prompt.send("\u{1B}[B\r")
    try prompt.wait { $0.promptRow == "2 photos>" }
    #expect(
      prompt.screen.text.contains("✓ opened 2 photos of \(grandma)")
        && prompt.screen.text.contains("; undo restores the"))
    prompt.expectTidy()
  }

  @Test func `keys of the prompt lead on: one arranges the collage, one picks photos`() throws {
    let prompt = try prompt()
    try open(prompt)
    try prompt.send("\u{14}")
    try prompt.wait {
      $0.text.contains("✓ opened 4 photos of \(rome)") && $0.promptRow.hasPrefix("photo 1: a.jpg")
    }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "4 photos>" }
    try open(prompt)
    try prompt.send("\u{F}")
    try prompt.wait { $0.rows[0].contains("photos · by date") && $0.pickerKeys.contains("Enter") }
  }

  @Test func `typing searches titles, names and dates`() throws {
    let prompt = try prompt()
    try open(prompt)
    for (term, found) in [
      ("grandma", "grandma.jpg, e.jpg"), ("RAIN", "Rome in the rain"), ("2023-01", "grandma.jpg"),
      ("b.png rome", "Rome in the rain"), ("-rome", "grandma.jpg"),
      (String(rome.prefix(6)), "Rome in the rain"),
    ] {
      try prompt.send(term)
      try prompt.wait { $0.rows[0].contains("1 of 2 collages") && $0.rows[1].contains(found) }
      #expect(prompt.screen.rows[3].isEmpty)
      try prompt.send("\u{15}")
      try prompt.wait {
        $0.rows[0].hasPrefix("search: ") && $0.rows[0].hasSuffix("2 collages · shelf")
      }
    }
    try prompt.send("u")
    try prompt.wait { $0.rows[0].hasPrefix("search: u ") }
    try prompt.send("nknown")
    try prompt.wait { $0.text.contains("nothing found among 2 collages") }
    // The first Esc clears the search, the second leaves.
    try prompt.send("\u{1B}")
    try prompt.wait { $0.rows[1].contains("Rome in the rain") }
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "Collage>" }
    prompt.expectTidy()
  }

  @Test func `Delete moves to the trash, and Ctrl-Z brings back`() throws {
    let prompt = try prompt()
    try open(prompt)
    try prompt.send("\u{1B}[3~")
    try prompt.wait {
      $0.pickerFacts == "moved to the trash: Rome in the rain; Ctrl-Z brings it back"
    }
    #expect(prompt.screen.rows[0].hasSuffix("1 collage · shelf"))
    #expect(prompt.screen.rows[1].hasPrefix("> grandma.jpg, e.jpg"))
    #expect(try folder.names(in: "shelf") == ["collage-\(grandma).jpg"])
    try prompt.send("\u{1B}[3~")
    try prompt.wait { $0.pickerFacts.hasPrefix("moved to the trash: grandma.jpg, e.jpg; ") }
    #expect(prompt.screen.text.contains("there are no collages in shelf yet"))
    try prompt.send("\u{1A}")
    try prompt.wait {
      $0.pickerFacts == "brought back: grandma.jpg, e.jpg" && $0.rows[1].hasPrefix("> grandma.jpg")
    }
    try prompt.send("\u{1A}")
    try prompt.wait {
      $0.pickerFacts == "brought back: Rome in the rain"
        && $0.rows[1].hasPrefix("> Rome in the rain")
    }
    #expect(try folder.names(in: "shelf").count == 2)
    try prompt.send("\u{1A}")
    try prompt.wait { $0.pickerFacts == "the trash holds no collage of this library" }
    // One that is deleted and opened in one breath: the other is highlighted by then.
    try prompt.send("\u{1B}[3~\r")
    try prompt.wait { $0.promptRow == "2 photos>" }
    #expect(try folder.names(in: "shelf") == ["collage-\(grandma).jpg"])
  }

  @Test func `words after open are searched for, and a click opens`() throws {
    let prompt = try prompt()
    try open(prompt, "open grandma")
    #expect(prompt.screen.rows[0].hasPrefix("search: grandma "))
    #expect(prompt.screen.rows[1].hasPrefix("> grandma.jpg, e.jpg"))
    try prompt.send("\u{15}")
    try prompt.wait { $0.rows[3].contains("grandma") }
    try prompt.send("\u{1B}[<0;5;4M\u{1B}[<0;5;4m")
    try prompt.wait { $0.rows[3].hasPrefix("> grandma") }
    try prompt.send("\u{1B}[<0;5;4M\u{1B}[<0;5;4m\u{1B}[<0;5;4M\u{1B}[<0;5;4m")
    try prompt.wait { $0.promptRow == "2 photos>" }
    prompt.expectTidy()
  }

  @Test func `a wide window shows the highlighted collage, and F1 the keys`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "256", "--library", "shelf"], rows: 30, columns: 120)
    try open(prompt)
    func isPictureShown(_ screen: ScreenModel) -> Bool {
      screen.cells[5][80..<110].contains { $0.style != CellStyle() }
    }
    try prompt.wait {
      isPictureShown($0) && $0.rows[20...26].contains { $0.hasSuffix("Rome in the rain") }
    }
    #expect(prompt.screen.pickerFacts == "shelf/collage-\(rome).jpg")
    try prompt.send("?")
    try prompt.wait { $0.text.contains("move it to the trash") && !isPictureShown($0) }
    #expect(prompt.screen.rows[1].contains("keys and search words"))
    try prompt.send("\u{1B}")
    try prompt.wait { isPictureShown($0) && $0.rows[0].hasPrefix("search: ") }
    try prompt.send("\u{3}")
    try prompt.wait { $0.promptRow == "Collage>" }
  }

  @Test func `a small window has a row for each collage`() throws {
    let prompt = try prompt(rows: 8, columns: 40)
    try open(prompt)
    try prompt.wait { $0.rows[1].contains("Rome") && $0.rows[2].contains("grandma") }
    #expect(prompt.screen.rows[1].wholeMatch(of: /> Rome in the rain +2024-07-15 12:34/) != nil)
    #expect(
      prompt.screen.rows[2].wholeMatch(of: /[ ]{2}grandma\.jpg, e\.j.* 2023-01-02 03:04/) != nil)
    #expect(prompt.screen.rows.allSatisfy { $0.count <= 40 })
  }

  @Test func `an empty library says so, and a script is told where to look`() throws {
    let prompt = try PromptTerminal(in: folder, ["--preview", "off", "--library", "empty"])
    try open(prompt)
    #expect(
      prompt.screen.rows[2] == "there are no collages in empty yet; 'save' puts them there")
    try prompt.send("\u{1B}")
    try prompt.wait { $0.promptRow == "Collage>" }
    let script = BuiltProgram.command(
      ["prompt", "--library", "shelf"], in: folder, standardInput: .text("open grandma rome\n"))
    #expect(
      try script.run().answer
        == .failed(
          64,
          "line 1: 'grandma rome' is neither an id nor a file; give the first four or more characters of an id, such as "
            + "2f9c, or see 'collage library list'"))
  }

  @Test func `thousands of collages are there at once`() throws {
    let small = try BuiltProgram.run(
      "make", "--library", "small", "--canvas", "24x16px", "grandma.jpg", "e.jpg", in: folder
    ).id
    let bytes = try folder.read(FilePath("small/collage-\(small).jpg"))
    var count = 2
    func add(upTo total: Int) throws {
      for number in count..<total {
        let digits = String(number, radix: 16)
        let id = String(repeating: "0", count: 32 - digits.count) + digits
        try folder.write(bytes, to: FilePath("shelf/collage-\(id).jpg"))
      }
      count = total
    }
    // The least processor time of some runs.
    func seconds(for text: String) throws -> Double {
      try (0..<3).map { _ in
        let prompt = try prompt()
        try prompt.send("open\r")
        try prompt.wait { $0.rows[0].hasPrefix("search: ") && $0.rows[1].contains("grandma") }
        try prompt.send("rain")
        try prompt.wait { $0.rows[0].contains(text) }
        #expect(prompt.screen.rows[1].hasPrefix("> Rome in the rain"))
        return try #require(Timeouts.workedSeconds(prompt.terminal.id))
      }.min()!
    }
    try add(upTo: 2502)
    let half = try seconds(for: "1 of 2,502 collages · shelf")
    try add(upTo: 5002)
    #expect(try seconds(for: "1 of 5,002 collages · shelf") <= 3 * half)
  }
}
