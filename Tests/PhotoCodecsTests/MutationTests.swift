import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Files with bytes changed or missing: whatever comes of it, it is a picture or a typed error, and
/// twice the same.
@Suite struct MutationTests {
  static let originals: [[UInt8]] = {
    let size = PixelSize(width: 24, height: 18)
    let segments = [JPEGBuilder.Segment.exif(EXIFBuilder.orientation(6)), .xmp(XMPTests.turned)]
    let jpegs = [JPEGBuilder.Sampling.grey, .halfBoth, .inks].flatMap { sampling in
      [JPEGBuilder.Scans.interleaved, .separate, .progressive].map {
        JPEGBuilder.varied(size, sampling, scans: $0, segments: segments).bytes
      }
    }
    let pngs = PNGDecodingTests.Kind.all.map { kind in
      var builder = kind.builder(PixelSize(width: 7, height: 5))
      builder.trailers = EXIFTests.pngForms
      return builder.bytes
    }
    return jpegs + pngs
  }()

  private func outcome(_ photo: [UInt8]) throws -> Result<Drawn, CodecError> {
    let file = try opened(photo)
    return Result { () throws(CodecError) in
      try Drawn(
        file, at: PixelSize(width: 5, height: 6), limits: DecodeLimits(pixels: 100_000),
        allowsDamage: true)
    }
  }

  private func expectSameTwice(_ photo: [UInt8]) throws {
    let one = try outcome(photo)
    let other = try outcome(photo)
    switch (one, other) {
    case (.success(let one), .success(let other)):
      #expect(one.raster.difference(from: other.raster) == nil)
    case (.failure(let one), .failure(let other)): #expect(one == other)
    default: Issue.record("\(one) and then \(other)")
    }
  }

  @Test(arguments: originals.indices)
  func `changed bytes never do harm`(index: Int) throws {
    var numbers = Numbers(seed: UInt64(index))
    for _ in 0..<25 {
      var photo = Self.originals[index]
      for _ in 0...numbers.next(below: 3) {
        photo[numbers.next(below: photo.count)] = UInt8(numbers.next(below: 256))
      }
      try expectSameTwice(photo)
    }
  }

  @Test(arguments: originals.indices)
  func `missing, doubled and swapped pieces never do harm`(index: Int) throws {
    var numbers = Numbers(seed: UInt64(index + 1_000))
    let original = Self.originals[index]
    for round in 0..<15 {
      var photo = original
      let start = numbers.next(below: photo.count)
      let piece = start..<min(start + 1 + numbers.next(below: 60), photo.count)
      switch round % 3 {
      case 0: photo.removeSubrange(piece)
      case 1: photo.insert(contentsOf: original[piece], at: numbers.next(below: photo.count))
      default: photo.removeSubrange(piece.upperBound...)
      }
      try expectSameTwice(photo)
    }
  }
}
