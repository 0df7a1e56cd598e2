@testable import Imaging
import TestSupport
import Testing

@testable import PhotoCodecs

/// What comes behind the pixels of a JPEG where no end marker does.
@Suite struct JPEGEndTests {
  private static let size = PixelSize(width: 80, height: 64)
  private static let warning = "its end isn't marked; data after its pixels is ignored"

  enum Scans: CaseIterable {
    case interleaved, separate, progressive

    var photo: JPEGBuilder {
      switch self {
      case .interleaved: .varied(JPEGEndTests.size, .halfBoth)
      case .separate: .varied(JPEGEndTests.size, .full, scans: .separate)
      case .progressive: .varied(JPEGEndTests.size, .full, scans: .progressive)
      }
    }
  }

  /// What Samsung's panoramas end with, a second picture, numbers that seem to be markers, and a
  /// text.
  private static let trailers: [[UInt8]] = [
    [0, 0, 0x30, 0x0A] + (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      + Array("SEFT".utf8),
    [0, 0, 0x30, 0x0A] + JPEGBuilder.plain([90]).bytes,
    JPEGBuilder.plain([90]).bytes,
    [7, 0xFF, 0xC9, 0, 40] + (0..<100).map { UInt8($0) },
    [7, 0xFF, 0xC6, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0],
    [7, 0xFF, 0xC4, 0, 5, 1, 2, 3], [7, 0xFF, 0xDA, 0, 2], [0xFF, 0x24, 1, 2, 3],
    Array("a text of more than some bytes".utf8),
  ]

  @Test(arguments: Scans.allCases)
  func
    `a photo that has every pixel is taken with one warning, whatever follows instead of its end`(
      scans: Scans
    ) throws
  {
    let photo = scans.photo.bytes
    let whole = try Drawn(photo).raster
    for trailer in Self.trailers {
      let file = try opened(Array(photo.dropLast(2)) + trailer)
      let drawn = try Drawn(file)
      #expect(drawn.warning == Self.warning, "\(trailer.prefix(8))")
      #expect(drawn.raster.difference(from: whole) == nil, "\(trailer.prefix(8))")
      let part = Region(x: 8, y: 8, width: 16, height: 8)
      #expect(try Drawn(file, showing: part).warning == Self.warning)
    }
  }

  @Test(arguments: Scans.allCases)
  func `a photo that lacks pixels is damaged, whatever follows`(scans: Scans) throws {
    let photo = scans.photo.bytes
    for trailer in Self.trailers {
      let cut = Array(photo.prefix(photo.count * 2 / 3)) + trailer
      #expect(throws: CodecError.self, "\(trailer.prefix(8))") { try Drawn(cut) }
    }
  }

  /// Zeros are codes too, and make pixels.
  @Test func `a photo whose last part is nothing but zeros is damaged`() throws {
    let photo = try encoded(
      Raster.noise(PixelSize(width: 160, height: 120)), .jpeg(#require(Quality(90))))
    let beginning = Array(photo.prefix(photo.count * 2 / 3))
    for end in [[], [0xFF, 0x24], JPEGBuilder.plain([90]).bytes] as [[UInt8]] {
      let blank = beginning + [UInt8](repeating: 0, count: 20 * photo.count) + end
      #expect(throws: CodecError.self) { try Drawn(blank) }
    }
  }

  /// Where codes are damaged, others than the last may become the last pixel's.
  @Test(arguments: Scans.allCases)
  func `junk between the pixels and the end marker is damage`(scans: Scans) throws {
    let photo = scans.photo.bytes
    let junk = (0..<40).map { UInt8($0) }
    #expect(throws: CodecError.self) { try Drawn(photo.dropLast(2) + junk + photo.suffix(2)) }
  }

  // MARK: Heights

  /// The photo with a height of 0, and its height behind its first scan.
  private func withLateHeight(_ photo: JPEGBuilder, _ height: Int) throws -> [UInt8] {
    var photo = photo
    photo.statedSize = PixelSize(width: Self.size.width, height: 0)
    var bytes = photo.bytes
    let scan = try #require(bytes.firstRange(of: [0xFF, 0xDA])).upperBound
    // The first marker that is neither a stuffed byte nor a restart.
    let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    let end = try #require(
      (scan..<bytes.count - 1).first { place in
        let code = bytes[place + 1]
        return bytes[place] == 0xFF && code != 0 && !restarts.contains(code)
      })
    bytes.insert(
      contentsOf: JPEGBuilder.Segment(marker: 0xDC, payload: UInt16(height).bigEndianBytes).bytes,
      at: end)
    return bytes
  }

  @Test(arguments: Scans.allCases, [0, 3])
  func `a height that comes behind the first scan is that of the photo`(scans: Scans, interval: Int)
    throws
  {
    var photo = scans.photo
    photo.restartInterval = interval
    let late = try withLateHeight(photo, Self.size.height)
    #expect(try header(late).size == Self.size)
    let drawn = try Drawn(late)
    #expect(
      try drawn.warning == nil && drawn.raster.difference(from: Drawn(photo.bytes).raster) == nil)
    #expect(throws: CodecError.self) { try Drawn(withLateHeight(photo, Self.size.height + 80)) }
    #expect(try Drawn(late.dropLast(2) + Self.trailers[0]).warning == Self.warning)
  }

  @Test func `a photo without any height is damaged`() throws {
    var photo = Scans.interleaved.photo
    #expect(throws: CodecError.self) { try header(withLateHeight(photo, 0)) }
    photo.statedSize = PixelSize(width: 80, height: 0)
    #expect(throws: CodecError.self) { try header(photo.bytes) }
    let bytes = photo.bytes
    for length in stride(from: 20, to: bytes.count, by: 7) {
      #expect(throws: CodecError.self) { try header(Array(bytes.prefix(length))) }
    }
  }
}
