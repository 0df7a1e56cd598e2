import Imaging
import SamplePictures
import TestSupport
import Testing

@testable import TerminalPictures

@Suite struct SixelPictureTests {
  /// What a terminal draws, by a decoder of a few lines; nil where nothing is drawn.
  private func decoded(_ sequence: [UInt8]) throws -> [[Colour?]] {
    let text = String(decoding: sequence, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}P0;1;0q\"1;1;") && text.hasSuffix("\u{1B}\\"))
    let body = text.dropFirst("\u{1B}P0;1;0q\"1;1;".count).dropLast(2)
    let attributes = try #require(body.firstMatch(of: /^([0-9]+);([0-9]+)/))
    let size = PixelSize(
      width: try #require(Int(attributes.1)), height: try #require(Int(attributes.2)))
    var pixels = [[Colour?]](
      repeating: Array(repeating: nil, count: size.width), count: size.height)
    var palette: [Int: Colour] = [:]
    var colour = 0
    var (x, band) = (0, 0)
    for token in body[attributes.range.upperBound...].matches(of: /#([0-9;]+)|!([0-9]+)(.)|([^#!])/)
    {
      if let numbers = token.1?.split(separator: ";").compactMap({ Int($0) }) {
        colour = numbers[0]
        guard numbers.count == 5 else { continue }
        func channel(_ percent: Int) -> UInt8 { UInt8((percent * 255 + 50) / 100) }
        palette[colour] = Colour(
          red: channel(numbers[2]), green: channel(numbers[3]), blue: channel(numbers[4]))
        continue
      }
      let sixel = try #require((token.3 ?? token.4)?.utf8.first)
      switch sixel {
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, band) = (0, band + 1)
      default:
        for _ in 0..<(token.2.flatMap { Int($0) } ?? 1) {
          for row in 0..<6 where (sixel - 63) >> UInt8(row) & 1 == 1 {
            #expect(pixels[band * 6 + row][x] == nil)
            pixels[band * 6 + row][x] = palette[colour]
          }
          x += 1
        }
      }
    }
    return pixels
  }

  @Test func `a picture of few colours is drawn exactly, to the accuracy of percents`() throws {
    let colours = [
      Colour.white, Colour(red: 255, green: 0, blue: 0), Colour(red: 51, green: 102, blue: 153),
    ]
    let size = PixelSize(width: 40, height: 18)
    let raster = Raster(size: size) { x, y in colours[(x / 7 + y / 5) % 3] }
    let drawn = try decoded(SixelPicture.sequence(of: raster))
    for y in 0..<size.height {
      for x in 0..<size.width { #expect(drawn[y][x] == raster[x, y]) }
    }
  }

  @Test func `a photo is drawn in full, in at most 256 colours, right on average`() throws {
    let size = PixelSize(width: 120, height: 60)
    let raster = SamplePicture.raster(1, size: size)
    let drawn = try decoded(SixelPicture.sequence(of: raster))
    var colours: Set<Colour> = []
    var error = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let colour = try #require(drawn[y][x])
        colours.insert(colour)
        error += colour.squaredDistance(to: raster[x, y])
      }
    }
    #expect(colours.count <= 256)
    // The root of the mean squared error of a channel is a few steps of 255.
    #expect(error / (3 * size.pixels) < 64)
  }

  @Test(arguments: [(20, 3), (20, 6), (21, 41), (20, 60)])
  func `a picture takes no row that is not its own`(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let picture = TerminalPicture.sixel(
      Raster(size: size, filledWith: .white), columns: 3, rows: (height + 19) / 20)
    var screen = ScreenModel(rows: 6, columns: 20)
    screen.feed("\r\n".utf8)
    screen.feed(picture.drawing(id: 0).utf8)
    let drawn = height < 6 ? height : height / 6 * 6
    #expect(
      screen.pictures.map { PixelSize(width: $0.width, height: $0.height) } == [
        PixelSize(width: width, height: drawn)
      ])
    #expect(screen.pictures.map(\.position) == [ScreenPosition(row: 1, column: 0)])
    #expect(screen.text == "\n\n\n\n\n" && !picture.needsTransmission)
  }
}
