import Testing

@testable import PhotoCodecs

@Suite struct JPEGSegmentsTests {
  private struct Found: Equatable {
    var marker: UInt8
    var payload: [UInt8]
  }

  private func segments(_ bytes: [UInt8]) throws -> [Found] {
    var found: [Found] = []
    try JPEGSegments.forEach(in: opened(bytes)) {
      found.append(Found(marker: $0.marker, payload: Array($0.payload)))
      #expect(bytes[$0.offset...].starts(with: $0.payload))
    }
    return found
  }

  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let scan: [UInt8] = [0xFF, 0xDA, 0, 2]
  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    JPEGBuilder.Segment(marker: marker, payload: payload).bytes
  }

  @Test func `the segments that carry records come in order, up to the first scan`() throws {
    let file =
      Self.start + Self.segment(0xE0, [9]) + Self.segment(0xE1, [1, 2]) + Self.segment(0xDB, [7])
      + Self.segment(0xE2, []) + Self.segment(0xE1, [3]) + Self.scan + Self.segment(0xE1, [4])
    let wanted = [
      Found(marker: 0xE1, payload: [1, 2]), Found(marker: 0xE2, payload: []),
      Found(marker: 0xE1, payload: [3]),
    ]
    #expect(try segments(file) == wanted)
  }

  @Test func `junk, fill bytes and markers without a length are passed over`() throws {
    let file =
      Self.start + [0xFF, 0xFF, 0xFF] + Self.segment(0xE1, [1]).dropFirst() + [0, 1, 2, 3]
      + [0xFF, 0xD0, 0xFF, 0x01, 0xFF, 0x00] + Self.segment(0xE1, [2]) + Self.scan
    #expect(
      try segments(file) == [Found(marker: 0xE1, payload: [1]), Found(marker: 0xE1, payload: [2])])
  }

  @Test(arguments: [[0, 0], [0, 1], [0xFF, 0xFF], [0, 9], [0], []] as [[UInt8]])
  func `a length that can't be right ends the walk`(length: [UInt8]) throws {
    let file = Self.start + Self.segment(0xE1, [1]) + [0xFF, 0xE1] + length
    #expect(try segments(file) == [Found(marker: 0xE1, payload: [1])])
  }

  @Test func `a picture ends with its own last marker, not with one inside of a segment`() throws {
    let inside = Self.segment(0xE1, [0xFF, 0xD8, 0xFF, 0xD9])
    let pixels: [UInt8] = [1, 0xFF, 0, 0xFF, 0xD3, 0xFF, 0xFF, 0, 7]
    let picture =
      Self.start + inside + Self.scan + pixels + inside + Self.scan + [0xFF, 0xFF, 0xD9]
    let end = try JPEGSegments.end(of: opened(picture + picture), isCancelled: { false })
    #expect(end == picture.count)
    for count in 2..<picture.count {
      let cut = try opened(Array(picture.prefix(count)))
      #expect(try JPEGSegments.end(of: cut, isCancelled: { false }) == nil)
    }
  }

  @Test func `the end of the picture ends the walk`() throws {
    #expect(try segments(Self.start + [0xFF, 0xD9] + Self.segment(0xE1, [1])) == [])
  }

  @Test func `the largest segment fits`() throws {
    let payload = [UInt8](repeating: 0xFF, count: 65_533)
    #expect(
      try segments(Self.start + Self.segment(0xE1, payload) + Self.scan) == [
        Found(marker: 0xE1, payload: payload)
      ])
  }

  @Test func `every beginning of a file can be walked`() throws {
    let photo = JPEGBuilder.plain(
      [90],
      segments: [.exif(EXIFBuilder.orientation(6)), .xmp(XMPTests.turned), .adobe(transform: 1)]
    ).bytes
    let whole = try segments(photo)
    #expect(whole.count == 2)
    // Those that are whole are found, and nothing else.
    var counts: [Int] = []
    for length in 2..<photo.count {
      let found = try segments(Array(photo[..<length]))
      #expect(whole.starts(with: found), "\(length)")
      counts.append(found.count)
    }
    #expect(counts == counts.sorted() && Set(counts) == [0, 1, 2])
  }

  @Test func `megabytes of junk are passed over`() throws {
    let junk = [UInt8](repeating: 0, count: 4 << 20)
    #expect(
      try segments(Self.start + junk + Self.segment(0xE1, [1])) == [
        Found(marker: 0xE1, payload: [1])
      ])
  }
}
