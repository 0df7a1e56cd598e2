import CollageKit
import PhotoLayouts
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import CollageTerminal

@Suite(.waiting) struct PromptSelectionTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private static let hinted = [
    "add", "pick", "save", "clear", "undo", "remove", "move", "arrange", "style", "help", "quit",
  ]

  @Test(arguments: [
    (0, "Collage>", ["remove", "move", "save", "clear", "undo", "arrange"]),
    (1, "1 photo>", ["move", "save"]),
    (2, "2 photos>", []),
    (3, "3 photos>", ["save"]),
    (6, "6 photos>", ["add"]),
  ])
  func `title and hints follow the number of photos`(count: Int, title: String, disabled: [String])
    throws
  {
    let prompt = try PromptTerminal(in: folder, photos: count)
    #expect(prompt.screen.promptRow == title)
    #expect(
      prompt.screen.hints
        == Self.hinted.map { word in
          PromptHint(
            word: word, style: CellStyle(disabled.contains(word) ? [.dim, .struckThrough] : .bold))
        })
    prompt.expectTidy()
  }

  @Test func `without colours what is disabled stands in parentheses`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg"], environment: ["NO_COLOR": "1"], title: "1 photo")
    #expect(
      prompt.screen.hints.map(\.word) == [
        "add", "pick", "(save)", "clear", "undo", "remove", "(move)", "arrange", "style", "help",
        "quit",
      ])
    #expect(Set(prompt.screen.cells.joined().map(\.style)) == [CellStyle()])
    prompt.expectTidy()
  }

  /// What rows say, however they are broken and indented.
  private static func sentence(_ rows: [String]) -> String {
    rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @Test func `of seven photos six are taken and the last is named`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    #expect(
      try Self.sentence(prompt.ask("add a.jpg b.png c.jpg d.png e.jpg f.png g.jpg"))
        == "✓ added a.jpg, b.png, c.jpg, d.png, e.jpg, f.png "
        + "→ no room for g.jpg; a collage has at most six photos; remove one first, or enter 'undo', "
        + "then 'max 8' and add all of them again")
    #expect(prompt.screen.promptRow == "6 photos>")
    #expect(try prompt.ask("undo") == ["✓ undone: back to no photos"])
  }

  @Test func `of very many photos that find no room the first are named`() throws {
    try folder.makeFolder("many")
    for number in 1...40 { try folder.write(PromptPhotos.jpeg, to: FilePath("many/\(number).jpg")) }
    let prompt = try PromptTerminal(in: folder, photos: 0)
    let answer = try prompt.ask("add many").joined()
    #expect(
      answer.hasPrefix(
        "✓ added 1.jpg, 2.jpg, 3.jpg, 4.jpg, 5.jpg, 6.jpg  → no room for 7.jpg, 8.jpg, "))
    #expect(answer.contains("18.jpg and 22 more; a collage has at most six"))
  }

  @Test(arguments: [
    (0, "save", "there are no photos; add two first"),
    (
      1, "save",
      "a collage needs an even number of photos, not 1; add another, or enter 'any-count on'"
    ),
    (
      5, "save",
      "a collage needs an even number of photos, not 5; add or remove one, or enter 'any-count on'"
    ),
    (6, "add g.jpg", "a collage has at most six photos; remove one first"),
    (0, "remove 1", "there are no photos; add some first"),
    (0, "clear", "there are no photos; add some first"),
    (0, "replace 1 a.jpg", "there are no photos; add some first"),
    (0, "move 1 2", "there are no photos; add two first"),
    (1, "move 1 1", "there is only one photo; add another first"),
    (0, "swap 1 2", "there are no photos; add two first"),
    (1, "swap 1 1", "there is only one photo; add another first"),
    (0, "undo", "there is nothing to undo; change something first"),
    (1, "redo", "there is nothing to redo; undo something first"),
  ])
  func `what a rule refuses is answered with the reason and what would help`(
    count: Int, line: String, refusal: String
  ) throws {
    let prompt = try PromptTerminal(in: folder, photos: count)
    let title = prompt.screen.promptRow
    #expect(try Self.sentence(prompt.ask(line)) == "→ " + refusal)
    #expect(prompt.screen.promptRow == title)
  }

  @Test func `photos are known by their names and by how these begin`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    try prompt.ask("add a.jpg b.png c.jpg")
    #expect(try prompt.ask("swap a.jpg C") == ["✓ swapped photos 1 and 3"])
    #expect(try prompt.ask("move b 1") == ["✓ moved photo 2 to position 1"])
    #expect(try prompt.photos() == ["b.png", "c.jpg", "a.jpg"])
    #expect(try prompt.ask("weight c 3").first == "weight of photo 2: 3")
    #expect(try prompt.ask("replace A d.png") == ["✓ photo 3 is now d.png"])
    #expect(
      try prompt.ask("swap 1-2 3") == ["✗ '1-2' is more than one photo; name just one"])
    #expect(
      try prompt.ask("swap 1 e") == ["✗ 'e' is not the number or name of a photo; list shows both"])
  }

  @Test func `a new collage begins with the settings of the start`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2, ["--border", "1%"])
    try prompt.ask("gap 3%")
    try prompt.ask("title Our family")
    #expect(
      try prompt.ask("new").joined(separator: " ").hasPrefix(
        "✓ new collage with the default settings;"))
    #expect(try prompt.ask("title") == ["title: none"])
    #expect(try prompt.ask("gap") == ["gap: 1%"])
    #expect(try prompt.ask("border") == ["border: 1%,white"])
    try prompt.ask("undo")
    #expect(try prompt.ask("title ") == ["title: Our family"])
    #expect(try prompt.ask("gap ") == ["gap: 3%"])
  }

  @Test func `undo and redo go through everything that was changed`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    try prompt.ask("add a.jpg b.png c.jpg")
    try prompt.ask("swap 1 3")
    try prompt.ask("clear")
    #expect(try prompt.ask("undo") == ["✓ undone: back to 3 photos"])
    #expect(try prompt.photos() == ["c.jpg", "b.png", "a.jpg"])
    #expect(try prompt.ask("undo") == ["✓ undone: the order is a.jpg, b.png, c.jpg"])
    #expect(try prompt.photos() == ["a.jpg", "b.png", "c.jpg"])
    #expect(try prompt.ask("undo") == ["✓ undone: back to no photos"])
    #expect(prompt.screen.promptRow == "Collage>")
    #expect(try prompt.ask("redo") == ["✓ redone: now 3 photos"])
    #expect(try prompt.ask("redo") == ["✓ redone: the order is c.jpg, b.png, a.jpg"])
    #expect(try prompt.photos() == ["c.jpg", "b.png", "a.jpg"])
    try prompt.ask("remove 2")
    #expect(try prompt.ask("redo") == ["  → there is nothing to redo; undo something first"])
  }

  @Test func `photos are moved, swapped, replaced and removed by their places`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 4)
    #expect(try prompt.ask("move 1 3") == ["✓ moved photo 1 to position 3"])
    #expect(try prompt.photos() == ["b.png", "c.jpg", "a.jpg", "d.png"])
    #expect(try prompt.ask("swap 1 4") == ["✓ swapped photos 1 and 4"])
    #expect(try prompt.photos() == ["d.png", "c.jpg", "a.jpg", "b.png"])
    #expect(try prompt.ask("replace 2 g.jpg") == ["✓ photo 2 is now g.jpg"])
    #expect(try prompt.photos() == ["d.png", "g.jpg", "a.jpg", "b.png"])
    #expect(try prompt.ask("remove 4 1") == ["✓ removed photos 4, 1"])
    #expect(try prompt.photos() == ["g.jpg", "a.jpg"])
    #expect(try prompt.ask("remove 1") == ["✓ removed photo 1"])
    #expect(prompt.screen.promptRow == "1 photo>")
    #expect(try prompt.ask("clear") == ["✓ removed all photos; undo restores them"])
    #expect(try prompt.ask("list") == ["no photos yet; add some"])
  }

  @Test func `the list tells format, size, orientation and how much is cropped`() throws {
    try folder.write(PromptPhotos.turnedJPEG, to: "turned.jpg")
    let prompt = try PromptTerminal(in: folder, photos: 0)
    try prompt.ask("add a.jpg b.png turned.jpg")
    #expect(
      try prompt.ask("list") == [
        "1  a.jpg  JPEG 48x32, 1% cropped",
        "2  b.png  PNG 48x32, 1% cropped",
        "3  turned.jpg  JPEG 32x48, rotated (EXIF 6), 56% cropped",
      ])
  }

  @Test func `layout, canvas and background are shown and set`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    #expect(try prompt.ask("canvas") == ["canvas: 2400x1600"])
    #expect(try prompt.ask("canvas 96x96") == ["canvas: 96x96"])
    #expect(try prompt.ask("list")[0] == "1  a.jpg  JPEG 48x32, 25% cropped")
    #expect(try prompt.ask("background") == ["background: white"])
    #expect(try prompt.ask("background navy") == ["background: navy"])
    // What was said is said again.
    for colour in ["#f80", "aqua", "cyan", "transparent", "#00000000"] {
      #expect(try prompt.ask("background \(colour)") == ["background: \(colour)"])
    }
    #expect(try prompt.ask("undo").joined().hasPrefix("✓ undone: background is "))
    #expect(try prompt.ask("canvas A4") == ["canvas: A4, 2480x3508"])
    #expect(try prompt.ask("canvas 2400x1600") == ["canvas: 2400x1600"])
    #expect(try prompt.ask("layout") == ["layout: grid"])
    #expect(try prompt.ask("layout grid") == ["layout: grid"])
    #expect(try prompt.ask("canvas auto") == ["canvas: auto"])
  }

  @Test func `a font that isn't there is refused at once, and the old one stays`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    // On two rows.
    #expect(
      try prompt.ask("font No Such Font").joined(separator: " ").replacing("   ", with: " ")
        == "✗ no font is called 'No Such Font'; 'DejaVu Sans' is there, and 'fc-list : family' lists "
        + "all")
    #expect(
      try prompt.ask("font ./no.ttf")
        == ["✗ ./no.ttf: the font can't be read: No such file or directory"])
    #expect(try prompt.ask("font") == ["font: auto"])
    #expect(try prompt.ask("font DejaVu Sans").contains("font: DejaVu Sans"))
  }

  @Test func `other layouts of the kind are tried one after the other, or by number`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 4)
    #expect(try prompt.ask("layout mosaic") == ["layout: mosaic"])
    #expect(try prompt.ask("layout") == ["layout: mosaic, 1 of 22"])
    #expect(try prompt.ask("layout next") == ["layout: mosaic, 2 of 22"])
    #expect(try prompt.ask("layout 22") == ["layout: mosaic, 22 of 22"])
    #expect(try prompt.ask("layout next")[0] == "layout: mosaic, 1 of 22")
    #expect(try prompt.ask("layout 23") == ["✗ there is no layout 23; choose from 1 to 22"])
    // The fifth best of four photos is nothing for two.
    #expect(try prompt.ask("layout 5") == ["layout: mosaic, 5 of 22"])
    #expect(try prompt.ask("remove 1 2") == ["✓ removed photos 1, 2"])
    #expect(try prompt.ask("layout") == ["layout: mosaic, 1 of 2"])
    try prompt.ask("clear")
    #expect(
      try prompt.ask("layout next") == ["✗ there is no layout to choose from; add photos first"])
  }

  @Test func `help fits a small window and begins with examples, and help all names everything`()
    throws
  {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    let help = try prompt.ask("help")
    #expect(help.count <= 21 && help.allSatisfy { $0.count < 80 }, "\(help)")
    #expect(
      zip(help, ["add beach.jpg sea.jpg ", "gap 2% ", "save "]).allSatisfy { $0.hasPrefix($1) })
    let words = Set(help.joined(separator: " ").split { $0 == " " || $0 == "," }.map(String.init))
    for topic in HelpTopic.names { #expect(words.contains(topic)) }
    let all = try prompt.ask("help all")
    #expect(all.allSatisfy { $0.count < 80 && $0.contains("  ") })
    #expect(all[0].hasPrefix("photos  add [--best N] FILE... "))
    for command in CommandName.allCases {
      #expect(all.contains { $0.dropFirst(8).hasPrefix(command.rawValue) })
    }
    let saving = try prompt.ask("help save")
    #expect(saving[0] == "save [FILE] [--album NAME]  save to the library, an album or FILE")
    #expect(saving.contains { $0.contains("--album Rome") })
    #expect(
      saving[1].hasPrefix("  save ") && saving.joined().contains("Pictures/Collages"), "\(saving)")
    #expect(try prompt.ask("?") == help)
    #expect(
      try prompt.ask("help nothing") == [
        "✗ 'nothing' is neither a command nor a setting; type help"
      ])
  }

  @Test(arguments: [
    ("sabe", "'sabe' is neither a command nor a file; did you mean 'save'?"),
    ("unod", "'unod' is neither a command nor a file; did you mean 'undo'?"),
    (
      "frobnicate",
      "'frobnicate' is neither a command nor a file; 'pick frobnicate' searches for it"
    ),
    ("add", "missing: add [--best N] FILE..."),
    ("add 'a.jpg", "a quote ' is not closed; close it, or write \\' for a literal quote"),
    (
      "add a.jpg\\", "nothing follows the backslash at the end; write \\\\ for a literal backslash"
    ),
    ("add ''", "a file name can't be empty"),
    ("remove", "missing: remove N|N-M|NAME..."),
    ("remove x", "'x' is not the number or name of a photo; list shows both"),
    ("remove 3", "there is no photo 3; choose from 1 to 2"),
    ("swap 1 0", "there is no photo 0; choose from 1 to 2"),
    ("move 1", "missing: move N M"),
    ("clear now", "clear takes no arguments"),
    (
      "canvas big",
      "canvas must be auto, a size in pixels such as 2400x1600, on paper such as A4 or 15x10cm@300dpi, or a ratio such as 16:9, "
        + "with at most 1000000 pixels a side, not 'big'"
    ),
    (
      "layout heap",
      "'heap' is not a layout; give \(LayoutStyle.allCases.map(\.rawValue).joined(separator: ", ")), a number, next or prev"
    ),
    (
      "layout 0",
      "'0' is not a layout; give \(LayoutStyle.allCases.map(\.rawValue).joined(separator: ", ")), a number, next or prev"
    ),
    (
      "background loud",
      "background must be a colour name, #rgb[a], #rrggbb[aa], transparent, blur or blur,40%, not 'loud'"
    ),
    (
      "preview loud",
      "'loud' is not a preview mode; give on, kitty, placeholders, iterm2, sixel, blocks, 256, ascii, off"
    ),
  ])
  func `a line that is no command is answered with what is wrong`(line: String, error: String)
    throws
  {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg", "b.png"], columns: 200, title: "2 photos")
    #expect(try prompt.ask(line).joined() == "✗ " + error)
    #expect(prompt.screen.promptRow == "2 photos>")
  }

  @Test func `an empty line and a comment are passed over`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.send("\r   \r# nothing\r")
    #expect(try prompt.ask("canvas") == ["canvas: 2400x1600"])
  }
}
