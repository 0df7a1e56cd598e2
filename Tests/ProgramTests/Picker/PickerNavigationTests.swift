import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Finding one's way in the picker: help, the size of tiles, folders, the mouse.
@Suite(.waiting) struct PickerNavigationTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let blocks = ["--preview", "blocks"]

  private func press(_ row: Int, _ column: Int, button: Int = 0) -> String {
    "\u{1B}[<\(button);\(column + 1);\(row + 1)M\u{1B}[<\(button);\(column + 1);\(row + 1)m"
  }

  /// Where a text is on the screen.
  private func place(of text: String, in screen: ScreenModel) throws -> (row: Int, column: Int) {
    let row = try #require(screen.rows.firstIndex { $0.contains(text) })
    let range = try #require(screen.rows[row].firstRange(of: text))
    return (row, screen.rows[row].distance(from: screen.rows[row].startIndex, to: range.lowerBound))
  }

  // MARK: Help

  @Test(arguments: [(24, 80), (10, 40), (24, 120)], ["?", "\u{1B}OP", "\u{1B}[11~"])
  func `a key shows the keys and the search words, and Esc goes back`(
    size: (rows: Int, columns: Int), key: String
  )
    throws
  {
    let picker = try PickerTerminal(in: folder, Self.blocks, rows: size.rows, columns: size.columns)
    try picker.send("\t")
    try picker.wait { $0.pickerKeys.hasPrefix("1 photo ") && $0.text.contains("┏") }
    try picker.send(key)
    try picker.wait { $0.text.contains("keys and search words") && $0.text.contains("Enter  ") }
    #expect(picker.screen.text.contains("┏") == (size.columns >= 64))
    if size.rows < 12 {
      #expect(!picker.screen.text.contains("name:square"))
      try picker.send("\u{1B}OP\u{1B}OP\u{1B}OP")
    }
    try picker.wait { $0.text.contains("name:square") }
    try picker.send("\u{1B}")
    try picker.wait { !$0.text.contains("keys and search words") && $0.text.contains("┏") }
    // In a search it is a character.
    try picker.send("a?")
    try picker.wait { $0.rows[0].hasPrefix("search: a? ") && !$0.text.contains("keys and") }
    // The search goes first; a selection is given up at the second request.
    try picker.send("\u{1B}\u{1B}\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `F1 shows the keys of the large view beside the photo`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    try picker.send("\u{16}\u{1B}OP")
    try picker.wait { $0.text.contains("previous or next photo") }
    try picker.send("\u{1B}[C")
    try picker.wait {
      $0.pickerFacts.hasPrefix("not selected · b.png") && $0.text.contains("keys and")
        && $0.cells[10][10].style != CellStyle()
    }
    try picker.send("\u{1B}")
    try picker.wait { !$0.text.contains("keys and") && $0.cells[10][40].style != CellStyle() }
  }

  // MARK: Size

  /// The columns of the first tile.
  private func width(_ screen: ScreenModel) -> Int {
    screen.rows[1].prefix { "┏━┓".contains($0) }.count
  }

  @Test func `few hits have large tiles, and keys change the size`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    let small = width(picker.screen)
    try picker.search("png", hits: 3)
    try picker.wait { width($0) > small }
    let medium = width(picker.screen)
    try picker.send(" f")
    try picker.wait { $0.rows[0].contains("1 of 7 photos") && width($0) > medium }
    let large = width(picker.screen)
    // Ctrl--, as many terminals send it; Alt-+ and Alt--; Ctrl-+ of the kitty protocol.
    for (key, isLarger) in [
      ("\u{1F}", false), ("\u{1B}-", false), ("\u{1B}+", true), ("\u{1B}[43;5u", true),
    ] {
      let before = width(picker.screen)
      try picker.send(key)
      try picker.wait { isLarger ? width($0) > before : width($0) < before }
    }
    #expect(width(picker.screen) == large)
  }

  @Test func `names are cut to what differs, and a bar shows where the window is`() throws {
    for number in 1...40 {
      try folder.write(
        PromptPhotos.jpeg, to: FilePath("a birthday of somebody \(1000 + number).jpg"))
    }
    let picker = try PickerTerminal(in: folder, Self.blocks, photos: 47)
    try picker.unfold(41)
    #expect(picker.screen.text.contains(/….* 1001\.jpg/), "\(picker.screen.text)")
    let bar = { (screen: ScreenModel) in
      screen.cells.map { $0[79].text }.filter { "┃│".contains($0) }
    }
    #expect(bar(picker.screen).first == "┃" && bar(picker.screen).last == "│")
    try picker.send("\u{1B}[F")
    try picker.wait { bar($0).first == "│" && bar($0).last == "┃" }
    try picker.search("png", hits: 3, of: 47)
    try picker.wait { bar($0).isEmpty }
  }

  // MARK: Folders

  @Test func `folders have headings, and Alt with arrows and the path at the top go through them`()
    throws
  {
    try folder.makeFolder("Rome")
    try folder.makeFolder("Rome/old")
    try folder.write(PromptPhotos.jpeg, to: "Rome/r.jpg")
    try folder.write(PromptPhotos.jpeg, to: "Rome/old/s.jpg")
    let picker = try PickerTerminal(in: folder, Self.blocks, photos: 9, columns: 160)
    try picker.unfold(3)
    try picker.send("\u{13}")
    try picker.wait {
      $0.rows[0].contains("by folder") && $0.text.contains("./Rome ")
        && $0.text.contains("./Rome/old")
    }
    try picker.send("\u{1B}[F")
    try picker.wait { $0.pickerFacts.hasPrefix("s.jpg") }
    // Alt-Right.
    try picker.send("\u{1B}[1;3C")
    try picker.wait {
      $0.rows[0].contains("1 photo · by folder · ") && $0.rows[0].hasSuffix("/Rome/old")
    }
    // Alt-Left, as some terminals send it.
    try picker.send("\u{1B}\u{1B}[D")
    try picker.wait { $0.rows[0].contains("2 photos") && $0.rows[0].hasSuffix("/Rome") }
    let place = try place(of: "~/Rome", in: picker.screen)
    try picker.send(press(place.row, place.column))
    try picker.wait { $0.rows[0].contains("9 photos") && $0.rows[0].hasSuffix(" ~") }
  }

  // MARK: Mouse

  @Test func `a double click chooses and ends`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    let place = try place(of: "b.png", in: picker.screen)
    try picker.send(press(place.row, place.column) + press(place.row, place.column))
    try picker.expectEnd(.exited(0), printing: "./b.png\n")
  }

  @Test func `two clicks on two photos choose both`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    let (first, second) = (
      try place(of: "b.png", in: picker.screen), try place(of: "c.jpg", in: picker.screen)
    )
    try picker.send(press(first.row, first.column) + press(second.row, second.column))
    try picker.wait { $0.pickerKeys.hasPrefix("2 photos ") }
  }

  @Test func `a right click shows a photo large, and the row of hints takes clicks`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    let photo = try place(of: "c.jpg", in: picker.screen)
    try picker.send(press(photo.row, photo.column, button: 2))
    try picker.wait { $0.pickerFacts.hasPrefix("not selected · c.jpg") && !$0.text.contains("┏") }
    let choose = try place(of: "Tab select", in: picker.screen)
    try picker.send(press(choose.row, choose.column))
    try picker.wait { $0.pickerFacts.hasPrefix("photo 1: ") }
    let back = try place(of: "Esc back", in: picker.screen)
    try picker.send(press(back.row, back.column))
    try picker.wait { $0.text.contains("┏") && $0.pickerKeys.hasPrefix("1 photo ") }
    let done = try place(of: "Enter done", in: picker.screen)
    try picker.send(press(done.row, done.column + 3))
    try picker.expectEnd(.exited(0), printing: "./c.jpg\n")
  }

  @Test func `a click and the wheel on the collage walk through its layouts`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks, columns: 120)
    try picker.send("\t\t\t")
    try picker.wait { $0.text.contains("mosaic 1/") }
    let place = try place(of: "mosaic 1/", in: picker.screen)
    try picker.send(press(place.row, place.column))
    try picker.wait { $0.text.contains("mosaic 2/") }
    try picker.send("\u{1B}[<65;\(place.column + 1);\(place.row + 1)M")
    try picker.wait { $0.text.contains("mosaic 3/") }
    try picker.send("\u{1B}[<64;\(place.column + 1);\(place.row + 1)M")
    try picker.wait { $0.text.contains("mosaic 2/") }
  }

  // MARK: The collage at the side

  @Test func `a number is black on green, and a slow photo is being decoded`() throws {
    _ = try PromptPhotos.writeSlow(in: folder)
    let picker = try PickerTerminal(in: folder, Self.blocks, photos: 13, columns: 120)
    try picker.search("slow1", hits: 1, of: 13)
    try picker.send("\t")
    try picker.wait { $0.text.contains("decoding…") && $0.pickerKeys.hasPrefix("1 photo ") }
    // In the upper line of the first tile's frame.
    let number = try #require(picker.screen.cells[1].first { $0.text == "1" })
    #expect(number.style.foreground == .palette(16) && number.style.background == .palette(2))
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }
}
