import Glibc
import Imaging
import SamplePictures
import TestSupport
import Testing

@testable import PhotoCodecs

/// How much brighter the HDR renditions of photos are, drawn beside their pixels.
@Suite struct GainDrawingTests {
  private static let size = PixelSize(width: 64, height: 48)

  /// The map's values, 0 to 255.
  private static func mapValue(_ x: Int, _ y: Int) -> UInt8 { UInt8(10 + 12 * x + 4 * y) }

  /// A photo that gets darker to the right, with a map a quarter as large.
  private static func photo(
    _ properties: String, mapScale: Int = 4,
    value: (Int, Int) -> UInt8 = mapValue
  ) throws -> [UInt8] {
    let base = Raster(size: size) { x, y in Colour(grey: UInt8(250 - 3 * x - y)) }
    let mapSize = PixelSize(width: size.width / mapScale, height: size.height / mapScale)
    let map = Raster(size: mapSize) { x, y in Colour(grey: value(x, y)) }
    let best = Encoding.jpeg(Quality(100)!)
    return try UltraHDR.photo(encoded(base, best), map: encoded(map, best), properties)
  }

  private struct Drawn {
    let raster: Raster
    let gains: GainPlane
    let notes: DrawingNotes
    let header: PhotoHeader

    init(
      _ bytes: [UInt8], showing region: Region? = nil, at size: PixelSize? = nil,
      turned turn: Turn = .none, tilt: Double = 0
    ) throws {
      let file = try opened(bytes)
      var limits = DecodeLimits()
      limits.readsGainMaps = true
      header = try PhotoHeader(of: file, limits: limits).turned(turn)
      let size = size ?? header.size
      raster = Raster(size: size, filledWith: .white)
      gains = try GainPlane(size)
      let plan = DecodePlan(header, showing: region ?? Region(header.size), at: size)
      notes = try PhotoDecoder.draw(
        file, header, plan: plan, into: Frame(size), of: raster, gains: gains, background: .white,
        limits: limits, allowsDamage: false, isCancelled: { false })
    }

    /// The gain that a pixel has if its HDR rendition has a luminance of this.
    func gain(of light: Double, _ x: Int, _ y: Int) -> Double {
      log2((light + 1.0 / 64) / (SRGB.linear(Double(raster[x, y].red) / 255) + 1.0 / 64))
    }

    func luminance(_ x: Int, _ y: Int) -> Double { SRGB.linear(Double(raster[x, y].red) / 255) }
  }

  /// Between the map's values, at the place of a pixel of the photo.
  private static func mapShare(_ x: Int, _ y: Int) -> Double {
    let across = min(max((Double(x) + 0.5) / 4 - 0.5, 0), 15)
    let down = min(max((Double(y) + 0.5) / 4 - 0.5, 0), 11)
    return (10 + 12 * across + 4 * down) / 255
  }

  @Test func `a gain map says how much brighter each pixel is`() throws {
    let drawn = try Drawn(
      Self.photo(
        #"hdrgm:GainMapMin="-1" hdrgm:GainMapMax="3" hdrgm:Gamma="0.5" hdrgm:OffsetSDR="0.1""#
          + #" hdrgm:OffsetHDR="0.05" hdrgm:HDRCapacityMax="2.5""#))
    #expect(drawn.notes.headroom == 2.5 && drawn.notes.fault == nil)
    #expect(drawn.notes.gainMapFault == nil)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let share = pow(Self.mapShare(x, y), 2)
        let light = (drawn.luminance(x, y) + 0.1) * exp2(-1 + 4 * share) - 0.05
        // The map is a JPEG, too.
        #expect(abs(drawn.gains[x, y] - drawn.gain(of: max(light, 0), x, y)) < 0.06, "\(x) \(y)")
      }
    }
  }

  @Test func `a part that is shown smaller, turned or not, has the same light`() throws {
    let photo = try Self.photo(#"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2""#)
    let region = Region(x: 10, y: 6, width: 40, height: 30)
    let small = PixelSize(width: 20, height: 15)
    let drawn = try Drawn(photo, showing: region, at: small)
    for y in 0..<small.height {
      for x in 0..<small.width {
        let share = Self.mapShare(10 + 2 * x, 6 + 2 * y) + 8.0 / 4 / 255
        let light = (drawn.luminance(x, y) + 1.0 / 64) * exp2(2 * share) - 1.0 / 64
        #expect(abs(drawn.gains[x, y] - drawn.gain(of: light, x, y)) < 0.06, "\(x) \(y)")
      }
    }
    let turned = try Drawn(
      photo, showing: region.turnedRight(in: Self.size),
      at: PixelSize(width: small.height, height: small.width), turned: .right)
    for y in 0..<small.height {
      for x in 0..<small.width {
        #expect(turned.gains[small.height - 1 - y, x] == drawn.gains[x, y], "\(x) \(y)")
      }
    }
  }

  @Test func `a map that is larger than the picture is averaged`() throws {
    let photo = try Self.photo(
      #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2""#, mapScale: 1
    ) { x, y in x / 8 % 2 == y / 8 % 2 ? 255 : 0 }
    let drawn = try Drawn(photo, at: PixelSize(width: 4, height: 3))
    for y in 0..<3 {
      for x in 0..<4 {
        // Half of the pixels are four times as bright; which half is brighter anyway, differs.
        #expect(abs(drawn.gains[x, y] - log2(2.5)) < 0.25, "\(x) \(y) \(drawn.gains[x, y])")
      }
    }
  }

  @Test func `a map of the photo's size has a value for each pixel`() throws {
    let value = { (x: Int, y: Int) in UInt8(40 + 2 * x + y) }
    let photo = try Self.photo(
      #"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2""#, mapScale: 1, value: value)
    let drawn = try Drawn(photo)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let factor = exp2(2 * Double(value(x, y)) / 255)
        let light = (drawn.luminance(x, y) + 1.0 / 64) * factor - 1.0 / 64
        #expect(abs(drawn.gains[x, y] - drawn.gain(of: light, x, y)) < 0.06, "\(x) \(y)")
      }
    }
    let part = PixelSize(width: 41, height: 30)
    let cut = try Drawn(photo, showing: Region(x: 5, y: 3, width: 41, height: 30), at: part)
    for y in 0..<part.height {
      for x in 0..<part.width {
        #expect(abs(cut.gains[x, y] - drawn.gains[x + 5, y + 3]) < 0.03, "\(x) \(y)")
      }
    }
  }

  @Test func `a photo without HDR has no gain, and a damaged map is left out with a reason`() throws
  {
    let photo = try Self.photo(#"hdrgm:GainMapMax="2" hdrgm:HDRCapacityMax="2""#)
    let plain = try Drawn(encoded(SamplePicture.raster(1, size: Self.size), .jpeg(.default)))
    #expect(plain.notes == DrawingNotes())
    #expect(plain.gains[5, 5] == 0)
    let cut = try Drawn(Array(photo.dropLast(photo.count / 16)))
    #expect(cut.notes.headroom == nil && cut.notes.fault == nil)
    #expect(cut.header.gainMapFault != nil)
    #expect((0..<48).allSatisfy { cut.gains[$0, $0] == 0 })
    let whole = try Drawn(photo)
    #expect(whole.raster[9, 9] == cut.raster[9, 9])
  }
}

extension Region {
  /// The same part of a picture that is turned right.
  fileprivate func turnedRight(in size: PixelSize) -> Region {
    Region(x: Double(size.height) - y - height, y: x, width: height, height: width)
  }
}
