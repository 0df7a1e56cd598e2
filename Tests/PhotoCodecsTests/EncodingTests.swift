import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct EncodingTests {
  static let encodings =
    [Encoding.png(.default)] + [1, 50, 90, 91, 100].map { .jpeg(Quality($0)!) }
  /// Around the encoder's bands, and thin ones.
  static let sizes = [(1, 1), (1, 200), (200, 1), (17, 63), (17, 64), (17, 65), (130, 128)]
    .map { PixelSize(width: $0.0, height: $0.1) }

  @Test(arguments: sizes)
  func `a PNG gives back every pixel`(size: PixelSize) throws {
    let picture = Raster.noise(size)
    #expect(try Drawn(encoded(picture)).raster.difference(from: picture) == nil)
  }

  /// Pieces of a band end in their own ways: deflated into one block, into several, or stored.
  @Test(arguments: [1, 4, 5, 6, 9], [0, 1, 3, 40, 255])
  func `a PNG gives back every pixel at every compression, whatever is in it`(
    level: Int, spread: Int
  ) throws {
    let picture = Raster(size: PixelSize(width: 700, height: 1000)) { x, y in
      // Flat, with noise or as a drawing, in turns as high as a piece of some bands.
      if y / 150 % 3 == 2 { return x / 40 % 2 == y / 15 % 2 ? .white : Colour(20, 40, 60) }
      let noise = (x &* 0x9E37_79B1 ^ y &* 0x85EB_CA77) &* 0x27D4_EB2F >> 15 & 0xFF
      let value = UInt8(noise * spread / 255)
      return Colour(value, value / 2, UInt8(y / 4))
    }
    let drawn = try Drawn(encoded(picture, .png(#require(Compression(level)))))
    #expect(drawn.warning == nil)
    #expect(drawn.raster.difference(from: picture) == nil)
  }

  @Test(arguments: encodings, sizes)
  func `what is encoded decodes without a warning, in its size`(encoding: Encoding, size: PixelSize)
    throws
  {
    let bytes = try encoded(Raster.noise(size), encoding, recipe: RecipeRecord(json: "{}"))
    let header = try header(bytes)
    #expect(header.size == size && header.format.rawValue == encoding.format.rawValue)
    #expect(header.isOpaque && header.orientation == .up && header.fault == nil)
    #expect(try Drawn(bytes).warning == nil)
  }

  @Test(arguments: encodings)
  func `the same picture gives the same bytes`(encoding: Encoding) throws {
    let picture = Raster.noise(PixelSize(width: 90, height: 130))
    let recipe = RecipeRecord(json: #"{"a":1}"#)
    let first = try encoded(picture, encoding, recipe: recipe)
    #expect(try encoded(picture, encoding, recipe: recipe) == first)
    #expect(try encoded(picture, encoding, recipe: RecipeRecord(json: #"{"a":2}"#)) != first)
    #expect(try encoded(picture, encoding) != first)
  }

  /// Larger than the pieces that the encoder hands its bytes out in.
  @Test(arguments: encodings)
  func `a picture of many pieces is whole`(encoding: Encoding) throws {
    let picture = Raster.noise(PixelSize(width: 300, height: 400))
    let drawn = try Drawn(encoded(picture, encoding))
    #expect(drawn.warning == nil)
    #expect(drawn.raster.size == picture.size)
  }

  @Test func `a JPEG comes closer to its picture with its quality`() throws {
    let picture = JPEGScalingTests.picture
    let distances = try [10, 50, 90, 100].map { quality in
      let drawn = try Drawn(encoded(picture, .jpeg(#require(Quality(quality))))).raster
      return (0..<picture.size.height).reduce(0) { sum, y in
        (0..<picture.size.width).reduce(sum) { $0 + drawn[$1, y].distance(to: picture[$1, y]) }
      }
    }
    #expect(distances == distances.sorted(by: >))
    #expect(Double(distances[3]) / Double(picture.size.pixels) < 1.5)
  }

  @Test func `colour is kept at full size above a quality of 90`() throws {
    // One column red, one blue: halved colour mixes them.
    let stripes = Raster(size: PixelSize(width: 32, height: 32)) { x, _ in
      x % 2 == 0 ? Colour(200, 0, 0) : Colour(0, 0, 200)
    }
    let full = try Drawn(encoded(stripes, .jpeg(#require(Quality(91))))).raster
    let halved = try Drawn(encoded(stripes, .jpeg(#require(Quality(90))))).raster
    #expect(full[10, 10].red > 150 && full[11, 10].red < 50)
    #expect(halved[11, 10].red > 60)
  }

  @Test func `the fraction that is done rises to one`() throws {
    let noise = Raster.noise(PixelSize(width: 2000, height: 640))
    let encoder = try PhotoEncoder(PixelBands(noise, as: .jpeg(.default)), recipe: nil)
    var fractions = [encoder.fraction]
    while try encoder.nextBytes() != nil { fractions.append(encoder.fraction) }
    #expect(fractions == [0, 0.4, 0.8, 1])
    #expect(try encoder.nextBytes() == nil)
  }

  @Test(arguments: [(0, false), (1, true), (100, true), (101, false), (-5, false)])
  func `a quality is from 1 to 100`(value: Int, isOne: Bool) {
    #expect((Quality(value) != nil) == isOne)
  }

  @Test(arguments: [(0, false), (1, true), (9, true), (10, false), (-4, false)])
  func `a compression is from 1 to 9`(level: Int, isOne: Bool) {
    #expect((Compression(level) != nil) == isOne)
  }

  @Test func `a side that the format can't hold is refused`() {
    let size = PixelSize(width: Encoding.jpeg(.default).maxSide + 1, height: 1)
    #expect(throws: CodecError.self) {
      try encoded(Raster(size: size, filledWith: .white), .jpeg(.default))
    }
    // Wider than a band has room for.
    let wide = PixelSize(width: 1_100_000, height: 40)
    #expect(throws: CodecError.self) {
      try encoded(Raster(size: wide, filledWith: .white), .jpeg(.default))
    }
    let longest = PixelSize(width: Encoding.jpeg(.default).maxSide, height: 1)
    #expect(throws: Never.self) {
      try encoded(Raster(size: longest, filledWith: .white), .jpeg(.default))
    }
  }
}
