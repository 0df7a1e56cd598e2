import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// The profile that goes into JPEGs, held against ISO 15076-1.
@Suite struct SRGBProfileTests {
  let bytes = ColourSpace.sRGB.profile

  private struct Tag {
    var name: String
    var data: [UInt8]
    var offset: Int
  }

  private func number(_ offset: Int) -> Int { bytes[offset..<offset + 4].bigEndian }

  private func fixed(_ data: some Collection<UInt8>) -> Double {
    Double(Int32(truncatingIfNeeded: data.bigEndian)) / 65_536
  }

  private func fixedNumbers(_ data: [UInt8], from offset: Int) -> [Double] {
    stride(from: offset, to: data.count - 3, by: 4).map { fixed(data[$0..<$0 + 4]) }
  }

  private var tags: [String: Tag] {
    var tags: [String: Tag] = [:]
    for index in 0..<number(128) {
      let entry = 132 + 12 * index
      let name = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
      let offset = number(entry + 4)
      let length = number(entry + 8)
      guard offset >= 0, offset + length <= bytes.count else { continue }
      tags[name] = Tag(name: name, data: Array(bytes[offset..<offset + length]), offset: offset)
    }
    return tags
  }

  private func signature(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes.prefix(4), as: UTF8.self)
  }

  @Test func `the header is a display profile's, version 4`() {
    #expect(number(0) == bytes.count)
    #expect(bytes[8] == 4)
    #expect(signature(bytes[12...]) == "mntr")
    #expect(signature(bytes[16...]) == "RGB ")
    #expect(signature(bytes[20...]) == "XYZ ")
    #expect(signature(bytes[36...]) == "acsp")
    // The year, month and day are such as there are.
    #expect((1990...2100).contains(bytes[24..<26].bigEndian))
    #expect(
      (1...12).contains(bytes[26..<28].bigEndian) && (1...31).contains(bytes[28..<30].bigEndian))
    // D50, the illuminant of every profile.
    #expect(number(68) == 0xF6D6 && number(72) == 0x1_0000 && number(76) == 0xD32D)
    #expect(bytes[100..<128].allSatisfy { $0 == 0 })
  }

  @Test func `every tag that a display profile needs is there, in its place and of its type`() {
    let types = [
      "desc": "mluc", "cprt": "mluc", "wtpt": "XYZ ", "chad": "sf32", "rXYZ": "XYZ ",
      "gXYZ": "XYZ ",
      "bXYZ": "XYZ ", "rTRC": "para", "gTRC": "para", "bTRC": "para",
    ]
    let tags = tags
    #expect(number(128) == types.count)
    #expect(tags.mapValues { signature($0.data) } == types)
    for tag in tags.values {
      #expect(tag.offset % 4 == 0 && tag.offset >= 132 + 12 * types.count, "\(tag.name)")
      #expect(tag.data[4..<8].allSatisfy { $0 == 0 }, "\(tag.name)")
    }
  }

  @Test func `white is the sum of the colourants, and D50`() throws {
    let colourants = try ["rXYZ", "gXYZ", "bXYZ"].map {
      fixedNumbers(try #require(tags[$0]).data, from: 8)
    }
    let white = fixedNumbers(try #require(tags["wtpt"]).data, from: 8)
    #expect(white.count == 3 && colourants.allSatisfy { $0.count == 3 })
    for (axis, wanted) in [0.9642, 1, 0.8249].enumerated() {
      #expect(abs(white[axis] - wanted) < 1e-4)
      #expect(abs(colourants.reduce(0) { $0 + $1[axis] } - wanted) < 2e-4)
    }
  }

  @Test func `the curve is that of the standard`() throws {
    let tags = tags
    let curve = try #require(tags["rTRC"]).data
    #expect(tags["gTRC"]?.data == curve && tags["bTRC"]?.data == curve)
    // Function type 3: a power above a border, a line below it.
    #expect(Array(curve[8..<12]) == [0, 3, 0, 0])
    let numbers = fixedNumbers(curve, from: 12)
    #expect(numbers.count == 5)
    for (number, wanted) in zip(numbers, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]) {
      #expect(abs(number - wanted) < 1e-5)
    }
  }

  @Test func `the names are text`() throws {
    let description = try #require(tags["desc"]).data
    // One entry, twelve bytes, American English; its length and offset.
    #expect(description[8..<12].bigEndian == 1 && description[12..<16].bigEndian == 12)
    #expect(String(decoding: description[16..<20], as: UTF8.self) == "enUS")
    let length = description[20..<24].bigEndian
    #expect(description[24..<28].bigEndian == 28 && description.count == 28 + length)
    #expect(description[28...].filter { $0 != 0 } == Array("sRGB".utf8))
  }

  @Test func `every JPEG carries it, whole, and every PNG says sRGB`() throws {
    let raster = Raster(size: PixelSize(width: 8, height: 8), filledWith: .white)
    var profiles: [[UInt8]] = []
    try JPEGSegments.forEach(in: opened(encoded(raster, .jpeg(.default)))) { segment in
      if segment.marker == 0xE2 { profiles.append(Array(segment.payload)) }
    }
    #expect(profiles == [Array("ICC_PROFILE\0".utf8) + [1, 1] + bytes])
    let png = try header(encoded(raster))
    #expect(png.colours == .sRGB && png.fault == nil)
    let metadata = try PNGChunks.metadata(of: opened(encoded(raster)))
    #expect(metadata.isTaggedSRGB)
  }
}
