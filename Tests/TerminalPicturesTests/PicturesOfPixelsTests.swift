import FoundationEssentials
import PhotoCodecs
import TerminalPictures
import TestSupport
import Testing

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
      guard piece.hasPrefix("\u{1B}_G"), parts.count == 2, !parts[1].contains("\u{1B}") else { return nil }
      commands.append((String(parts[0]), String(parts[1])))
    }
    return commands
  }

  @Test(arguments: [1, 2, 3, 3071, 3072, 3073, 6144, 20_000])
  func `a kitty picture comes in well-formed commands of at most 4096 bytes, and is the file again`(
    count: Int
  ) throws {
    let file = file(of: count)
    let text = KittyPicture.sequence(png: file, columns: 42, rows: 14, id: 9)
    let commands = try #require(parsed(text))
    #expect(commands.count == max((count + 3071) / 3072, 1))
    #expect(commands[0].keys.hasPrefix("a=T,f=100,i=9,p=1,c=42,r=14,C=1,q=2,m="))
    for (index, command) in commands.enumerated() {
      #expect((1...4096).contains(command.payload.utf8.count))
      let isLast = index == commands.count - 1
      if index > 0 { #expect(command.keys == "q=2,m=\(isLast ? 0 : 1)") }
      #expect(command.keys.hasSuffix(isLast ? "m=0" : "m=1"))
    }
    let decoded = Data(base64Encoded: commands.map(\.payload).joined())
    #expect(decoded.map(Array.init) == file)
  }

  @Test func `a kitty picture may be sent as bare pixels with their size`() throws {
    var random = RandomColours(seed: 17)
    let raster = random.raster(PixelSize(width: 50, height: 40))
    let text = KittyPicture.sequence(pixelsOf: raster, columns: 5, rows: 2, id: 3)
    let commands = try #require(parsed(text))
    #expect(commands.map(\.keys) == ["a=T,f=24,s=50,v=40,i=3,p=1,c=5,r=2,C=1,q=2,m=1", "q=2,m=0"])
    let decoded = Data(base64Encoded: commands.map(\.payload).joined())
    let pixels = (0..<2000).flatMap { index in
      let colour = raster[index % 50, index / 50]
      return [colour.red, colour.green, colour.blue]
    }
    #expect(decoded.map(Array.init) == pixels)
  }

  @Test func `a terminal shows no text of a kitty picture, and leaves the cursor`() {
    var screen = ScreenModel(rows: 3, columns: 20)
    screen.feed(KittyPicture.sequence(png: file(of: 9000), columns: 4, rows: 2, id: 1).utf8)
    screen.feed(KittyPicture.deletion(of: 1).utf8)
    #expect(screen.text == "\n\n")
    #expect(screen.cursor == ScreenPosition(row: 0, column: 0))
    #expect(screen.graphics.map(\.payloadBytes) == [4096, 4096, 3808, 0])
  }

  @Test func `a kitty picture is deleted by its number, with its memory`() {
    #expect(KittyPicture.deletion(of: 70_000) == "\u{1B}_Ga=d,d=I,i=70000,q=2\u{1B}\\")
  }

  @Test func `an iTerm2 picture names its cells, and is the file again`() throws {
    let file = file(of: 5000)
    let text = ITerm2Picture.sequence(file: file, columns: 30, rows: 10)
    let parts = text.split(separator: ":")
    #expect(parts.count == 2)
    #expect(
      parts[0]
        == "\u{1B}]1337;File=inline=1;size=5000;width=30;height=10;preserveAspectRatio=1;doNotMoveCursor=1")
    #expect(parts[1].last == "\u{7}")
    let decoded = Data(base64Encoded: String(parts[1].dropLast()))
    #expect(decoded.map(Array.init) == file)
  }

  @Test func `the file of a raster is a PNG of its size`() throws {
    let raster = Raster(size: PixelSize(width: 300, height: 129), filledWith: .white)
    let file = try PictureFile.png(of: raster)
    #expect(file.starts(with: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)))
    #expect(Array(file[16..<24]) == [0, 0, 1, 44, 0, 0, 0, 129])
    #expect(Array(file.suffix(8).prefix(4)) == Array("IEND".utf8))
  }
}
