import Imaging
import SamplePictures
import TestSupport
import Testing

@testable import PhotoCodecs

/// Files of collages with HDR.
@Suite struct GainMappedFileTests {
  private static let size = PixelSize(width: 203, height: 101)
  private static let raster = SamplePicture.raster(2, size: size)

  /// Between -1/2 and 3 stops, smooth enough for a JPEG, and none in the left third.
  private static func stops(_ x: Int, _ y: Int) -> Double {
    x < 64 ? 0 : Double(y) / 100 * 3.5 - 0.5
  }

  private func file(
    _ encoding: Encoding = .jpeg(.default), recipe: String = "{}", threads: Int = 1
  ) throws -> [UInt8] {
    let plane = try GainPlaneTests.plane(Self.size, Self.stops)
    let gains = try #require(FittedGains(plane, headroom: 2.25, threads: threads))
    let encoder = try PhotoEncoder(
      PixelBands(Self.raster, as: encoding), recipe: RecipeRecord(json: recipe), gains: gains,
      threads: threads)
    var bytes: [UInt8] = []
    while let more = try encoder.nextBytes() { bytes += more }
    #expect(encoder.digest == (try FileSeal.digest(of: opened(bytes))))
    return bytes
  }

  @Test(arguments: ["{}", String(repeating: "long ", count: 30_000)])
  func `index, directory, XMP and ISO metadata agree`(recipe: String) throws {
    let bytes = try file(recipe: recipe)
    let file = try #require(UltraHDRFile(bytes))
    #expect(file.map.end == bytes.count)
    let index = try #require(file.index)
    #expect(index.map(\.place) == [0, file.mapPlace])
    #expect(index.map(\.size) == [file.mapPlace, bytes.count - file.mapPlace])
    #expect(file.primary.attribute("hdrgm:Version") == "1.0")
    #expect(file.primary.attribute("Item:Length") == "\(bytes.count - file.mapPlace)")
    #expect(file.primary.iso == [0, 0, 0, 0])
    let numbers = try #require(file.numbers)
    #expect(file.fractions == numbers)
    #expect(numbers[0] == 0 && numbers[1] == 2.25 && numbers[4...] == [1, 1.0 / 64, 1.0 / 64])
    #expect(abs(numbers[2] + 0.5) < 0.02 && abs(numbers[3] - 3) < 0.02)
    // Those before the tables, in the order that readers need.
    let markers = file.primary.segments.map(\.marker).prefix { $0 != 0xDB }
    #expect(Set(markers.drop { $0 == 0xE0 || $0 == 0xE1 }) == [0xE2])
    let packets = file.primary.segments.filter {
      $0.payload.starts(with: Array("http://ns.adobe.com/xap/1.0/\0".utf8))
    }
    #expect(packets.count == 1)
    #expect(try RecipeRecord.read(from: opened(bytes))?.json == recipe)
  }

  @Test(arguments: [Quality.default, Quality(95)!])
  func `the picture is the one of a file without`(quality: Quality) throws {
    let bytes = try file(.jpeg(quality))
    let plain = try encoded(Self.raster, .jpeg(quality))
    let scan = { (bytes: [UInt8]) in
      bytes[bytes.firstRange(of: [0xFF, 0xDA] as [UInt8])!.lowerBound...]
    }
    let end = try #require(UltraHDRFile(bytes)).mapPlace
    #expect(scan(Array(bytes[..<end])) == scan(plain))
  }

  @Test func `the map holds the gains, and no gain exactly`() throws {
    let bytes = try file()
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    let photo = try opened(bytes)
    let header = try PhotoHeader(of: photo, limits: limits)
    let place = try #require(header.gainMap)
    #expect(header.hasHDR && header.headroom == 2.25 && header.gainMapFault == nil)
    let map = try place.picture(of: photo, primary: header, limits: limits, isCancelled: { false })
    #expect(map.size == Self.size && map.channels == 1)
    guard case .logarithmic(let least, let most, _, _, _) = map.metadata.curve else {
      Issue.record("another curve")
      return
    }
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width where abs(x - 64) > 8 {
        let share = Float(map.values[y * Self.size.width + x]) / 255
        let gain = Double(least.x + (most.x - least.x) * share)
        #expect(abs(gain - Self.stops(x, y)) < (x < 56 ? 0.0001 : 0.04), "\(x) \(y)")
      }
    }
  }

  @Test func `the number of threads makes no difference`() throws {
    let bytes = try file()
    for threads in [2, 5] { #expect(try file(threads: threads) == bytes) }
  }
}
