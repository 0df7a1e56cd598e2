import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What the picker shows: tiles, pictures, the collage, one photo large.
@Suite(.waiting) struct PickerScreenTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let blocks = ["--preview", "blocks"]

  @Test(arguments: [(10, 40, 3), (15, 60, 10), (24, 80, 15), (24, 120, 15), (50, 200, 30)])
  func `tiles fill the window, and wide ones show the collage`(rows: Int, columns: Int, places: Int)
    throws
  {
    let picker = try PickerTerminal(in: folder, Self.blocks, rows: rows, columns: columns)
    let shown = min(places, 7)
    try picker.wait { screen in
      PromptPhotos.names.prefix(shown).allSatisfy {
        screen.text.contains(" \($0) ") || screen.text.contains(" \($0)\n")
      }
        && !screen.text.contains("loading")
    }
    let screen = picker.screen
    #expect(screen.rows.joined().filter { $0 == "┏" }.count == 1, "\(screen.text)")
    #expect(
      screen.rows.joined().filter { $0 == "┌" }.count == shown - 1 + (columns >= 96 ? 2 : 0),
      "\(screen.text)")
    #expect(screen.text.contains("keys and search words") == (columns >= 96))
    #expect(screen.scrolledAway == [] && screen.unknownSequences == [])
    // In the frame of the first tile.
    #expect(screen.cells[2...5].contains { $0[4].style != CellStyle() }, "\(screen.text)")
    try picker.send("\t\t")
    try picker.wait { screen in
      screen.rows[1].contains(" 1 ")
        && (columns < 96
          || screen.text.contains(" · crops ")
            && screen.text.contains("preview of the collage"))
    }
  }

  @Test(arguments: ["kitty", "sixel", "placeholders"])
  func `pictures of pixels are shown in their tiles`(mode: String) throws {
    let picker = try PickerTerminal(in: folder, ["--preview", mode], columns: 120)
    // The highlighted photo is at the side, too.
    try picker.wait { $0.pictures.count == 8 }
    let places = picker.screen.pictures.map(\.position)
    #expect(Set(places.filter { $0.column < 70 }.map(\.row)).count == 2)
    try picker.send("\t\t")
    // The collage below it is one more.
    try picker.wait { $0.pictures.count == 9 && $0.text.contains(" · crops ") }
    try picker.search("jpg", hits: 4)
    try picker.wait { $0.pictures.count == 6 }
    #expect(picker.screen.pictureErrors == [])
    try picker.send("\r")
    try picker.expectEnd(.exited(0), printing: "./a.jpg\n./b.png\n")
  }

  @Test func `one photo is shown large with its facts and its crop, and others by arrows`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    try picker.send("\t\u{1B}[D\u{16}")
    try picker.wait { $0.pickerFacts.hasPrefix("photo 1: crops nothing · a.jpg · JPEG · 48x32") }
    try picker.wait { $0.cells[10][40].style != CellStyle() && !$0.text.contains("┏") }
    try picker.send("\u{1B}[C")
    try picker.wait { $0.pickerFacts.hasPrefix("not selected · b.png · PNG · 48x32") }
    // The printed paths can't say how a photo is rotated.
    try picker.send("t\t")
    try picker.wait { $0.pickerFacts.hasPrefix("photo 2: crops nothing · b.png") }
    #expect(!picker.screen.pickerKeys.contains("turn"))
    try picker.send("\u{1B}")
    try picker.wait { $0.text.contains("┏") && $0.pickerKeys.hasPrefix("2 photos ") }
  }

  @Test func `the wheel scrolls, and a click chooses`() throws {
    let picker = try PickerTerminal(in: folder, ["--preview", "off"], rows: 7)
    #expect(picker.screen.pickerList.count == 4)
    try picker.send("\u{1B}[<65;3;3M")
    try picker.wait { $0.pickerList.first?.contains("b.png") == true }
    try picker.send("\u{1B}[<64;3;3M")
    try picker.wait { $0.pickerList.first?.contains("a.jpg") == true }
    // The third row of the window is the second photo's.
    try picker.send("\u{1B}[<0;3;3M\u{1B}[<0;3;3m")
    try picker.wait { $0.pickerList[1].hasPrefix("> 1  b.png") }
    try picker.send("\u{1B}[6~")
    try picker.wait { $0.pickerList.contains { $0.contains("g.jpg") } }
  }

  @Test func `another size of the window is followed`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    try picker.wait { !$0.text.contains("loading") }
    picker.terminal.resize(rows: 40, columns: 130, .cuts)
    try picker.wait {
      $0.text.contains("keys and search words") && $0.pickerKeys.contains("Tab select")
    }
    picker.terminal.resize(rows: 12, columns: 50, .cuts)
    try picker.wait {
      !$0.text.contains("keys and") && $0.pickerKeys.contains("Tab select") && $0.text.contains("┏")
    }
    #expect(picker.screen.rows.joined().filter { $0 == "┏" }.count == 1, "\(picker.screen.text)")
    try picker.send("\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `a file that vanishes, is replaced by a pipe or by a folder does no harm`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks, rows: 12, columns: 40)
    try folder.remove("f.png")
    try folder.remove("g.jpg")
    try folder.makeFolder("g.jpg")
    _ = try ChildProcess("/usr/bin/mkfifo", [folder.path(of: "f.png").string], in: folder.path)
      .run()
    try folder.remove("e.jpg")
    for name in ["e.jpg", "f.png", "g.jpg"] {
      try picker.send("\u{15}" + name)
      try picker.wait { $0.rows[0].contains("1 of 7 photos") && $0.rows[0].contains(name) }
      try picker.send("\t")
      try picker.wait {
        $0.pickerFacts.contains("can't be selected")
          || $0.pickerFacts.contains("no longer selected")
      }
      try picker.wait { $0.pickerKeys.hasPrefix("Collage ") }
    }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }
}
