import PhotoCodecs
import Testing

@testable import Imaging

@Suite struct PNGDecodingTests {
  /// A colour type, its depth, and whether the picture is interlaced.
  struct Kind: CustomTestStringConvertible {
    var colourType: PNGBuilder.ColourType
    var depth: Int
    var isInterlaced: Bool

    /// All that the standard allows.
    static let all = PNGBuilder.ColourType.allCases.flatMap { colourType in
      let depths: [Int] =
        switch colourType {
        case .grey: [1, 2, 4, 8, 16]
        case .palette: [1, 2, 4, 8]
        case .rgb, .greyAlpha, .rgba: [8, 16]
        }
      return depths.flatMap { depth in
        [false, true].map { Kind(colourType: colourType, depth: depth, isInterlaced: $0) }
      }
    }

    var testDescription: String { "\(colourType) \(depth) bit\(isInterlaced ? " interlaced" : "")" }

    var maxValue: Int { (1 << depth) - 1 }

    /// Samples that differ from pixel to pixel and from channel to channel; alpha comes in a few steps.
    func samples(_ x: Int, _ y: Int) -> [Int] {
      (0..<colourType.channels).map { channel in
        // Whole multiples of 257 at 16 bit, so that 8 bits tell them apart exactly.
        let value = (x * 37 + y * 91 + channel * 53 + x * y) % 256
        let isAlpha = (colourType == .greyAlpha && channel == 1) || channel == 3
        let steps = isAlpha ? [0, 85, 170, 255][(x + y) % 4] : value
        return depth == 16 ? steps * 257 : steps & maxValue
      }
    }

    /// Palette entry `index`.
    static func entry(_ index: Int) -> Colour {
      Colour(
        UInt8(truncatingIfNeeded: index * 77), UInt8(truncatingIfNeeded: 255 - index),
        UInt8(truncatingIfNeeded: index * 3))
    }

    func builder(_ size: PixelSize) -> PNGBuilder {
      var builder = PNGBuilder(size: size, colourType: colourType, depth: depth, isInterlaced: isInterlaced) {
        samples($0, $1)
      }
      if colourType == .palette {
        let palette = (0...maxValue).map(Self.entry).flatMap { [$0.red, $0.green, $0.blue] }
        builder.chunks = [PNGBuilder.Chunk(type: "PLTE", data: palette)]
      }
      return builder
    }

    /// What the standard says that a pixel looks like over a background.
    func seen(_ x: Int, _ y: Int, over background: Colour) -> Colour {
      let samples = samples(x, y).map { ($0 * 255 + maxValue / 2) / maxValue }
      switch colourType {
      case .grey: return Colour(grey: UInt8(samples[0]))
      case .palette: return Self.entry(self.samples(x, y)[0])
      case .rgb: return Colour(UInt8(samples[0]), UInt8(samples[1]), UInt8(samples[2]))
      case .greyAlpha: return mixed(Array(repeating: samples[0], count: 3), alpha: samples[1], background)
      case .rgba: return mixed(samples, alpha: samples[3], background)
      }
    }
  }

  static func mixed(_ samples: [Int], alpha: Int, _ background: Colour) -> Colour {
    let below = [background.red, background.green, background.blue]
    let mixed = zip(samples, below).map { UInt8(($0 * alpha + Int($1) * (255 - alpha) + 127) / 255) }
    return Colour(mixed[0], mixed[1], mixed[2])
  }

  @Test(arguments: Kind.all)
  func `every colour type and depth is drawn as the standard has it`(kind: Kind) throws {
    let background = Colour(10, 250, 128)
    let builder = kind.builder(PixelSize(width: 21, height: 13))
    let header = try header(builder.bytes)
    #expect(header.size == builder.size)
    #expect(header.isOpaque == ![.greyAlpha, .rgba].contains(kind.colourType))
    let wanted = Raster(size: builder.size) { x, y in kind.seen(x, y, over: background) }
    let drawn = try Drawn(builder.bytes, background: background)
    #expect(drawn.raster.difference(from: wanted, tolerance: header.isOpaque ? 0 : 1) == nil)
    #expect(drawn.warning == nil)
  }

  /// Down to sizes where some of the interlaced passes are empty.
  @Test(arguments: Kind.all.filter(\.isInterlaced), [1, 2, 3, 4, 5, 8, 9])
  func `an interlaced picture is the plain one`(kind: Kind, side: Int) throws {
    for size in [PixelSize(width: side, height: 3), PixelSize(width: 5, height: side)] {
      var plain = kind
      plain.isInterlaced = false
      let one = try Drawn(kind.builder(size).bytes).raster
      let other = try Drawn(plain.builder(size).bytes).raster
      #expect(one.difference(from: other) == nil)
    }
  }

  @Test(arguments: Kind.all)
  func `a part of a PNG is the same as the part of the whole`(kind: Kind) throws {
    let photo = kind.builder(PixelSize(width: 21, height: 13)).bytes
    let whole = try Drawn(photo).raster
    for part in [PixelRect(x: 5, y: 4, width: 9, height: 3), PixelRect(x: 20, y: 12, width: 1, height: 1)] {
      #expect(try Drawn(photo, showing: Region(part)).raster.difference(from: whole.cut(part)) == nil)
    }
  }

  @Test(arguments: [4, 8])
  func `a palette may have entries that one can see through`(depth: Int) throws {
    var builder = Kind(colourType: .palette, depth: depth, isInterlaced: false).builder(
      PixelSize(width: 16, height: 1))
    builder.samples = { x, _ in [x] }
    // Fewer than there are colours: the others are opaque.
    builder.chunks.append(PNGBuilder.Chunk(type: "tRNS", data: [0, 128, 255]))
    let drawn = try Drawn(builder.bytes, background: Colour(0, 0, 200)).raster
    #expect(try header(builder.bytes).isOpaque == false)
    #expect(drawn[0, 0] == Colour(0, 0, 200))
    let half = Self.mixed([77, 254, 3], alpha: 128, Colour(0, 0, 200))
    #expect(drawn[1, 0].distance(to: half) <= 1)
    for x in 2..<16 { #expect(drawn[x, 0] == Kind.entry(x)) }
  }

  @Test(arguments: [(1, [0, 1]), (4, [0, 9]), (8, [0, 77]), (16, [0x12, 0x34])] as [(Int, [UInt8])])
  func `one grey may be the one to see through`(depth: Int, key: [UInt8]) throws {
    let kind = Kind(colourType: .grey, depth: depth, isInterlaced: false)
    let value = Int(key[0]) << 8 | Int(key[1])
    var builder = kind.builder(PixelSize(width: 2, height: 1))
    builder.samples = { x, _ in [x == 0 ? value : value ^ 1] }
    builder.chunks = [PNGBuilder.Chunk(type: "tRNS", data: key)]
    let drawn = try Drawn(builder.bytes, background: Colour(0, 0, 200)).raster
    #expect(drawn[0, 0] == Colour(0, 0, 200))
    #expect(drawn[1, 0].red == drawn[1, 0].blue)
  }

  @Test(arguments: [8, 16])
  func `one colour may be the one to see through`(depth: Int) throws {
    let kind = Kind(colourType: .rgb, depth: depth, isInterlaced: false)
    var builder = kind.builder(PixelSize(width: 2, height: 1))
    builder.samples = { x, _ in [10, 20, x == 0 ? 30 : 31] }
    builder.chunks = [PNGBuilder.Chunk(type: "tRNS", data: [0, 10, 0, 20, 0, 30])]
    let drawn = try Drawn(builder.bytes, background: Colour(0, 0, 200)).raster
    #expect(drawn[0, 0] == Colour(0, 0, 200))
    #expect(drawn[1, 0] == (depth == 8 ? Colour(10, 20, 31) : .black))
  }

  @Test func `a palette index without an entry is drawn as something, always the same`() throws {
    var builder = Kind(colourType: .palette, depth: 8, isInterlaced: false).builder(
      PixelSize(width: 256, height: 1))
    builder.samples = { x, _ in [x] }
    builder.chunks = [PNGBuilder.Chunk(type: "PLTE", data: [9, 8, 7, 6, 5, 4])]
    let first = try Drawn(builder.bytes).raster
    #expect(first[0, 0] == Colour(9, 8, 7) && first[1, 0] == Colour(6, 5, 4))
    #expect(try Drawn(builder.bytes).raster.difference(from: first) == nil)
  }

  /// The steps of light are finer than a sixteenth of a code.
  @Test func `sixteen bits are rounded to the nearest eight`() throws {
    let values = [0, 1, 128, 129, 257, 32_767, 32_768, 32_896, 65_406, 65_407, 65_535]
    let photo = PNGBuilder(size: PixelSize(width: values.count, height: 1), colourType: .grey, depth: 16) {
      x, _ in
      [values[x]]
    }
    let drawn = try Drawn(photo.bytes).raster
    for (x, value) in values.enumerated() {
      #expect(abs(Double(drawn[x, 0].green) - Double(value) / 257) <= 0.5 + 1.0 / 16, "\(value)")
    }
  }
}
