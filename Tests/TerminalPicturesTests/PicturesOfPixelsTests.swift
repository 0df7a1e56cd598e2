import FoundationEssentials
import Imaging
import TestSupport
import Testing

@testable import TerminalPictures

@Suite struct PicturesOfPixelsTests {
  /// A file of random bytes that serves as a picture.
  private func file(of count: Int) -> [UInt8] {
    var random = RandomColours(seed: 13)
    return (0..<count).map { _ in random.next().green }
  }

  /// The keys and the payload of each kitty command, or nil when anything else is in the text.
  private func parsed(_ text: String) -> [(keys: String, payload: String)]? {
    let pieces = text.split(separator: "\u{1B}\\", omittingEmptySubsequences: false)
    guard pieces.last == "" else { return nil }
    var commands: [(keys: String, payload: String)] = []
    for piece in pieces.dropLast() {
      let parts = piece.dropFirst(3).split(separator: ";", omittingEmptySubsequences: false)
      guard piece.hasPrefix("\u{1B}_G"), parts.count == 2, !parts[1].contains("\u{1B}") else {
        return nil
      }
      commands.append((String(parts[0]), String(parts[1])))
    }
    return commands
  }

  private func raster(_ size: PixelSize = PixelSize(width: 90, height: 60)) -> Raster {
    var random = RandomColours(seed: 17)
    return random.raster(size)
  }

  @Test(arguments: [1, 3, 3071, 3072, 3073, 6144, 20_000])
  func
    `a kitty picture is sent in well-formed commands of at most 4096 bytes, and is the file again`(
      count: Int
    ) throws
  {
    let file = file(of: count)
    let base64 = Array(Data(file).base64EncodedString().utf8)
    let pieces = KittyPicture.transmission(base64: base64, id: 9)
    let commands = try #require(parsed(pieces.map { String(decoding: $0, as: UTF8.self) }.joined()))
    #expect(commands.count == pieces.count && commands.count == max((count + 3071) / 3072, 1))
    #expect(commands[0].keys.hasPrefix("a=t,f=100,i=9,q=2,m="))
    for (index, command) in commands.enumerated() {
      #expect((1...4096).contains(command.payload.utf8.count))
      let isLast = index == commands.count - 1
      if index > 0 { #expect(command.keys == "q=2,m=\(isLast ? 0 : 1)") }
      #expect(command.keys.hasSuffix(isLast ? "m=0" : "m=1"))
    }
    let decoded = Data(base64Encoded: commands.map(\.payload).joined())
    #expect(decoded.map(Array.init) == file)
  }

  @Test func `pictures are equal that have the same pixels, size and form`() throws {
    let picture = try TerminalPicture.kitty(raster(), columns: 9, rows: 3)
    #expect(try TerminalPicture.kitty(raster(), columns: 9, rows: 3) == picture)
    let others = [
      try TerminalPicture.kitty(raster(), columns: 9, rows: 2),
      try .kitty(raster(PixelSize(width: 90, height: 61)), columns: 9, rows: 3),
      try .kitty(raster(), columns: 9, rows: 3, throughTmux: true),
      try .iterm2(raster(), columns: 9, rows: 3),
    ]
    #expect(!others.contains(picture) && Set(others).count == others.count)
  }

  @Test func `a kitty picture is sent once and shown by its number, wherever the cursor is`() throws
  {
    let picture = try TerminalPicture.kitty(raster(), columns: 9, rows: 3)
    var screen = ScreenModel(rows: 6, columns: 20)
    #expect(picture.needsTransmission)
    for piece in picture.transmission(id: 70_000) { screen.feed(piece + Array("ab".utf8)) }
    #expect(screen.pictures == [] && screen.heldPictures == [70_000])
    let text = screen.text
    #expect(text.filter { $0 != "\n" }.allSatisfy { "ab".contains($0) })
    screen.feed("\u{1B}[2;3H".utf8)
    screen.feed(picture.drawing(id: 70_000).utf8)
    var shown = ShownPicture(
      kind: .placement, id: 70_000, place: 1, position: ScreenPosition(row: 1, column: 2),
      columns: 9, rows: 3,
      width: 90,
      height: 60)
    #expect(screen.pictures == [shown] && screen.cursor == shown.position && screen.text == text)
    // It moves.
    screen.feed("\u{1B}[3;1H".utf8)
    screen.feed(picture.drawing(id: 70_000).utf8)
    shown.position = ScreenPosition(row: 2, column: 0)
    #expect(screen.pictures == [shown])
    screen.feed(picture.removal(id: 70_000).utf8)
    #expect(screen.pictures == [] && screen.heldPictures == [70_000])
    screen.feed(picture.deletion(id: 70_000).utf8)
    #expect(screen.heldPictures == [] && screen.pictureErrors == [])
  }

  @Test func `inside tmux a picture is text, and everything else is handed on`() throws {
    let picture = try TerminalPicture.kitty(raster(), columns: 9, rows: 3, throughTmux: true)
    let id: UInt32 = 0x12_3456
    var screen = ScreenModel(rows: 6, columns: 20)
    let commands = picture.transmission(id: id) + [Array(picture.drawing(id: id).utf8)]
    for command in commands {
      #expect(command.starts(with: "\u{1B}Ptmux;\u{1B}\u{1B}_G".utf8))
      screen.feed(command)
    }
    #expect(screen.text == "\n\n\n\n\n" && screen.heldPictures == [id])
    screen.feed("\u{1B}[2;3H".utf8)
    let rows = try #require(picture.text(id: id))
    screen.feed(rows.joined(separator: "\r\n\u{1B}[2C").utf8)
    let shown = ShownPicture(
      kind: .placeholders, id: id, position: ScreenPosition(row: 1, column: 2), columns: 9, rows: 3,
      width: 90,
      height: 60)
    #expect(screen.pictures == [shown])
    #expect(screen.style(of: "\u{10EEEE}") == CellStyle(foreground: .rgb(0x12, 0x34, 0x56)))
    screen.feed("\u{1B}[3;1H\u{1B}[K".utf8)
    #expect(screen.pictures == [] && picture.removal(id: id) == "")
    screen.feed(picture.deletion(id: id).utf8)
    #expect(screen.heldPictures == [] && screen.pictureErrors == [])
  }

  @Test func `a transmission that is broken off leaves nothing`() throws {
    let picture = try TerminalPicture.kitty(raster(), columns: 9, rows: 3)
    var screen = ScreenModel(rows: 6, columns: 20)
    let pieces = picture.transmission(id: 1)
    #expect(pieces.count > 2)
    screen.feed(pieces[0])
    screen.feed((picture.endOfTransmission + picture.deletion(id: 1)).utf8)
    #expect(screen.heldPictures == [] && screen.pictureErrors == [])
  }

  @Test func `an iTerm2 picture names its cells, and is the file again`() throws {
    let file = file(of: 5000)
    let text = ITerm2Picture.sequence(file: file, columns: 30, rows: 10)
    let parts = text.split(separator: ":")
    #expect(parts.count == 2)
    #expect(
      parts[0]
        == "\u{1B}]1337;File=inline=1;size=5000;width=30;height=10;preserveAspectRatio=1;doNotMoveCursor=1"
    )
    #expect(parts[1].last == "\u{7}")
    let decoded = Data(base64Encoded: String(parts[1].dropLast()))
    #expect(decoded.map(Array.init) == file)
  }
}
