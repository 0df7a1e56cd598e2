import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The picker's panel: the highlighted photo, the collage, the keys; and all photos at once.
@Suite(.waiting) struct PickerPanelTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let blocks = ["--preview", "blocks"]

  // MARK: The highlighted photo

  @Test func `the highlighted photo is shown large above the collage`() throws {
    let picker = try PickerTerminal(in: folder, ["--preview", "kitty"], columns: 120)
    try picker.wait { $0.pictures.count == 8 }
    /// Of what is at the right, from the top.
    func panel(_ screen: ScreenModel) -> [ShownPicture] {
      screen.pictures.filter { $0.position.column >= 75 }
        .sorted { $0.position.row < $1.position.row }
    }
    let first = try #require(panel(picker.screen).first)
    let tile = try #require(picker.screen.pictures.first { $0.position.column < 20 })
    #expect(panel(picker.screen).count == 1 && first.columns > tile.columns)
    try picker.send("\t\t")
    try picker.wait { screen in
      let shown = panel(screen)
      return shown.count == 2 && shown[0].id != first.id
        && shown[1].position.row >= shown[0].position.row + shown[0].rows
        && screen.text.contains("the highlighted photo")
        && screen.text.contains("preview of the collage")
    }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test(arguments: [(24, 80), (12, 40), (15, 120)])
  func `where there is no room for it, the tiles and the collage keep theirs`(
    rows: Int, columns: Int
  ) throws {
    let picker = try PickerTerminal(in: folder, Self.blocks, rows: rows, columns: columns)
    try picker.send("\t\t")
    try picker.wait { screen in
      screen.pickerKeys.hasPrefix("2 photos ") && screen.text.contains("┏")
        && (columns < 96 || screen.text.contains("preview of the collage"))
    }
    #expect(!picker.screen.text.contains("the highlighted photo"))
  }

  // MARK: Help

  @Test func `the help lies beside the photos and scrolls where it doesn't fit`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks, rows: 14, columns: 80)
    try picker.send("?")
    try picker.wait {
      $0.text.contains("keys and search words") && $0.text.contains("┏")
        && $0.text.contains("PgDn or F1 shows more") && $0.text.contains("Ctrl-A")
    }
    #expect(!picker.screen.text.contains("name:square"))
    // Other keys do what they do, and the help stays.
    try picker.send("\u{1B}[C")
    try picker.wait { $0.pickerFacts.hasPrefix("b.png") && $0.text.contains("keys and search") }
    try picker.send("\u{1B}[6~\u{1B}[6~")
    try picker.wait { $0.text.contains("name:square") && $0.pickerFacts.hasPrefix("b.png") }
    try picker.send("\u{1B}")
    try picker.wait { !$0.text.contains("keys and search words") }
    try picker.send("\u{1B}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  // MARK: Names

  @Test func `names of a series show where they differ`() throws {
    for number in 1...20 {
      try folder.write(
        PromptPhotos.jpeg, to: FilePath("IMG_PIXEL_2024-05-01_00\(10 + number).jpg"))
    }
    let picker = try PickerTerminal(in: folder, Self.blocks, photos: 27)
    try picker.unfold(21)
    try picker.search("img", hits: 20, of: 27)
    try picker.wait { screen in
      (11...15).allSatisfy { screen.text.contains("…") && screen.text.contains("_00\($0).jpg") }
    }
  }

  // MARK: All

  private static let all = "\u{1}"

  @Test func `Ctrl-A selects all that a search shows, and deselects them`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.search("png", hits: 3)
    try picker.send(Self.all)
    try picker.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    #expect(picker.screen.pickerList.allSatisfy { !$0.hasPrefix(">  ") && !$0.hasPrefix("     ") })
    try picker.send(Self.all)
    try picker.wait { $0.pickerKeys.hasPrefix("Collage ") }
    try picker.send(Self.all)
    try picker.wait { $0.pickerKeys.hasPrefix("3 photos ") }
    // After another key all are selected already, so that all are deselected.
    try picker.send("\u{1B}[B" + Self.all)
    try picker.wait { $0.pickerKeys.hasPrefix("Collage ") }
    try picker.send(Self.all + "\r")
    try picker.expectEnd(.exited(0), printing: "./b.png\n./d.png\n./f.png\n")
  }

  @Test func `of more than a collage has, the first are selected, and the rule says why`() throws {
    let picker = try PickerTerminal(in: folder)
    try picker.send(Self.all)
    try picker.wait {
      $0.pickerKeys.hasPrefix("6 photos ")
        && $0.pickerFacts
          == "selected 6 photos; a collage has at most six photos; remove one first"
    }
    try picker.send("\r")
    try picker.expectEnd(
      .exited(0), printing: PromptPhotos.names.prefix(6).map { "./\($0)\n" }.joined())
    let more = try PickerTerminal(in: folder, ["--preview", "off", "--max", "9"])
    try more.send(Self.all)
    try more.wait { $0.pickerKeys.hasPrefix("7 photos ") }
  }

  @Test func `Ctrl-A leaves out what can't be decoded`() throws {
    try folder.write([1, 2, 3], to: "0.jpg")
    try folder.write(Array(PromptPhotos.jpeg.prefix(30)), to: "1.jpg")
    let picker = try PickerTerminal(
      in: folder, ["--preview", "off", "--max", "20"], photos: 8)
    try picker.send(Self.all)
    try picker.wait { $0.pickerKeys.hasPrefix("7 photos ") }
  }

  // MARK: Keys without effect

  @Test func `keys without an effect say so`() throws {
    let picker = try PickerTerminal(in: folder, Self.blocks)
    try picker.send("\u{1B}[Z")
    try picker.wait { $0.pickerFacts == "no photo is selected" }
    try picker.send("\u{1B}+\u{1B}+\u{1B}+\u{1B}+")
    try picker.wait { $0.pickerFacts == "the photos can't be shown larger" }
  }

  // MARK: The terminal

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff", UInt8(1)), ("rgb:0000/1111/2222", 3), ("", 5),
  ])
  func `warnings can be read on the terminal's background`(reply: String, colour: UInt8) throws {
    let picker = try PickerTerminal(in: folder)
    if !reply.isEmpty { try picker.send("\u{1B}]11;\(reply)\u{7}") }
    try picker.send("\u{1B}[Z")
    try picker.wait {
      $0.pickerFacts == "no photo is selected"
        && $0.cells[$0.rows.count - 2][0].style.foreground == .palette(colour)
    }
    try picker.send("\u{3}")
    try picker.expectEnd(.exited(130), printing: "")
  }

  @Test func `what is transparent in a photo is shown as squares`() throws {
    let clear = Raster(size: PixelSize(width: 300, height: 200), filledWith: .transparent)
    try folder.write(
      PixelBands(clear, as: .png(.default), hasAlpha: true).encoded(), to: "clear.png")
    let picker = try PickerTerminal(
      in: folder, Self.blocks, environment: ["COLORTERM": "truecolor"], photos: 8)
    try picker.search("clear", hits: 1, of: 8)
    try picker.wait { screen in
      let greys = Set(
        screen.cells.joined().compactMap { cell in
          if case .rgb(let red, let green, let blue) = cell.style.background, red == green,
            green == blue
          {
            red
          } else {
            nil
          }
        })
      return greys.contains { $0 > 240 } && greys.contains { (190...215).contains($0) }
    }
  }
}
