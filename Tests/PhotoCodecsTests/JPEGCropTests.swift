import SystemPackage
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What is not shown is not decoded; that must not be seen.
@Suite struct JPEGCropTests {
  /// Parts in eighths of the picture's pixels, so that they lie on whole pixels at every reduction.
  static let parts = [
    (0, 0, 1, 1), (0, 0, 3, 2), (1, 0, 1, 9), (5, 3, 4, 4), (7, 1, 1, 1), (11, 8, 1, 1),
    (3, 5, 9, 1),
    (0, 8, 12, 1),
    (0, 0, 12, 9), (2, 2, 8, 5), (9, 0, 3, 9), (4, 4, 1, 5),
  ].map { PixelRect(x: $0.0 * 8, y: $0.1 * 8, width: $0.2 * 8, height: $0.3 * 8) }

  /// The picture at a reduction, and its parts decoded alone.
  private func expectPartsEqualWhole(_ photo: [UInt8], parts: [PixelRect] = parts, eighths: Int)
    throws
  {
    let file = try opened(photo)
    let size = try PhotoHeader(of: file, limits: DecodeLimits()).size
    func at(_ length: Int) -> Int { length * eighths / 8 }
    let inner = PixelSize(width: size.width / 8 * 8, height: size.height / 8 * 8)
    let frame = PixelSize(width: at(inner.width), height: at(inner.height))
    let whole = try Drawn(file, showing: Region(PixelRect(inner)), at: frame, .draft).raster
    for part in parts {
      let frame = PixelRect(
        x: at(part.x), y: at(part.y), width: at(part.width), height: at(part.height))
      let drawn = try Drawn(file, showing: Region(part), at: frame.size, .draft).raster
      #expect(drawn.difference(from: whole.cut(frame)) == nil, "\(part)")
    }
  }

  @Test(arguments: JPEGBuilder.Sampling.allCases, [1, 2, 4, 8])
  func `a part of a JPEG is the same as the part of the whole`(
    sampling: JPEGBuilder.Sampling, eighths: Int
  )
    throws
  {
    let size = PixelSize(width: 99, height: 75)
    try expectPartsEqualWhole(JPEGBuilder.varied(size, sampling).bytes, eighths: eighths)
  }

  @Test(arguments: JPEGBuilder.Sampling.allCases, [1, 2, 4, 8])
  func `the same holds for a progressive JPEG`(sampling: JPEGBuilder.Sampling, eighths: Int) throws
  {
    let size = PixelSize(width: 99, height: 75)
    try expectPartsEqualWhole(
      JPEGBuilder.varied(size, sampling, scans: .progressive).bytes, eighths: eighths)
  }

  @Test(arguments: JPEGBuilder.Sampling.allCases, [1, 4, 8])
  func `the same holds for components in scans of their own, and for restart markers`(
    sampling: JPEGBuilder.Sampling, eighths: Int
  ) throws {
    var builder = JPEGBuilder.varied(PixelSize(width: 99, height: 75), sampling, scans: .separate)
    try expectPartsEqualWhole(builder.bytes, eighths: eighths)
    builder.scans = .interleaved
    builder.restartInterval = 3
    try expectPartsEqualWhole(builder.bytes, eighths: eighths)
  }

  /// Every place and size along one axis.
  @Test(arguments: [
    JPEGBuilder.Sampling.halfBoth, .halfAcross, .halfDown, .quarterAcross, .quarterDown,
  ])
  func `the same holds for every column and row at full size`(sampling: JPEGBuilder.Sampling) throws
  {
    let parts = (0..<72).flatMap { place in
      [
        PixelRect(x: place, y: 31, width: 1, height: 2),
        PixelRect(x: place, y: 40, width: 17, height: 1),
        PixelRect(x: 31, y: place, width: 2, height: 1),
        PixelRect(x: 3, y: place, width: 1, height: 8),
      ]
    }.filter { $0.isInside(PixelSize(width: 72, height: 72)) }
    let photo = JPEGBuilder.varied(PixelSize(width: 79, height: 73), sampling).bytes
    try expectPartsEqualWhole(photo, parts: parts, eighths: 8)
  }

  /// Files that other encoders wrote.
  static let corpus = [
    "derived/arith.jpg", "derived/prog.jpg", "derived/q100_444.jpg", "derived/restart1.jpg",
    "derived/samp_410.jpg",
    "derived/samp_420.jpg", "derived/samp_441.jpg", "libjpeg-turbo/testimgari.jpg",
    "libjpeg-turbo/testorig.jpg",
    "pillow/hopper_gray.jpg", "pillow/pil_sample_cmyk.jpg", "libvips/sample.jpg",
    "zune/non_interleaved_420_64x64.jpg", "zune/non_interleaved_422_64x64.jpg",
    "zune/non_interleaved_440_64x64.jpg",
    "zune/non_interleaved_444_64x64.jpg", "zune/sampling_factors.jpg",
    "zune/weid_sampling_factors.jpg",
    "zune/weird_sampling_2.jpeg", "libjxl/flower_small.q85_420_partially_interleaved.jpg",
  ].map { FilePath("jpeg-conformance/\($0)") }

  @Test(.enabled(if: Corpus.isPresent, Corpus.comment), arguments: corpus)
  func `the same holds for other encoders' files`(name: FilePath) throws {
    let photo = try Corpus.bytes(of: name)
    let size = try header(photo).size
    let parts = Self.parts.filter {
      $0.isInside(PixelSize(width: size.width / 8 * 8, height: size.height / 8 * 8))
    }
    try #require(!parts.isEmpty)
    for eighths in [1, 4, 8] { try expectPartsEqualWhole(photo, parts: parts, eighths: eighths) }
  }
}
