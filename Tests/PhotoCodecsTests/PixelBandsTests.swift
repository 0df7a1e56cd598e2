import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Bands may be encoded in any order, as soon as their rows are drawn.
@Suite struct PixelBandsTests {
  private static let picture = Raster.noise(PixelSize(width: 1000, height: 2500))
  private static let encodings = [
    Encoding.jpeg(.default), .png(.default), .pdf(.jpeg(.default)), .pdf(.deflated(.default)),
  ]

  private func bytes(_ pixels: PixelBands, threads: Int) throws -> [UInt8] {
    try pixels.encoded(threads: threads)
  }

  @Test(arguments: encodings, [[0], [3], [4, 2], [1, 0, 2], [4, 3, 2, 1, 0]])
  func `what is encoded ahead makes no difference`(encoding: Encoding, ahead: [Int]) throws {
    let wanted = try bytes(PixelBands(Self.picture, as: encoding), threads: 1)
    for threads in [1, 2, 3] {
      let pixels = PixelBands(Self.picture, as: encoding)
      #expect(pixels.count >= 5)
      for band in ahead { pixels.encode(band) }
      #expect(try bytes(pixels, threads: threads) == wanted)
    }
  }

  @Test(arguments: encodings) func `the rest may still be drawn`(encoding: Encoding) throws {
    let wanted = try bytes(PixelBands(Self.picture, as: encoding), threads: 1)
    let raster = Raster(size: Self.picture.size, filledWith: .white)
    let pixels = PixelBands(raster, as: encoding)
    for band in [1, 3] {
      raster.copy(pixels.rowsNeeded(for: band), of: Self.picture)
      pixels.encode(band)
    }
    raster.copy(0..<raster.size.height, of: Self.picture)
    #expect(try bytes(pixels, threads: 2) == wanted)
  }

  @Test(arguments: encodings)
  func `a band that is deflated needs the row above it, a JPEG's doesn't`(encoding: Encoding) {
    let bands = PixelBands(Self.picture, as: encoding)
    let first =
      switch encoding.pixels {
      case .jpeg, .worker: bands.rowsInBand
      case .deflated: bands.rowsInBand - 1
      }
    #expect(bands.rowsNeeded(for: 0) == 0..<bands.rowsInBand)
    #expect(bands.rowsNeeded(for: 1) == first..<2 * bands.rowsInBand)
  }
}

extension Raster {
  fileprivate func copy(_ rows: Range<Int>, of other: Raster) {
    let part = PixelRect(x: 0, y: rows.lowerBound, width: size.width, height: rows.count)
    copy(part, of: other, to: part)
  }
}
