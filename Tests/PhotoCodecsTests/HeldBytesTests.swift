import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What a format forces its decoder to hold at once.
@Suite struct HeldBytesTests {
  static let size = PixelSize(width: 100, height: 80)

  @Test(arguments: JPEGBuilder.Sampling.allCases)
  func `a JPEG with one scan comes row by row`(sampling: JPEGBuilder.Sampling) throws {
    #expect(try header(JPEGBuilder.varied(Self.size, sampling).bytes).decoderBufferBytes == 0)
  }

  /// 128 bytes a block of 8x8 coefficients, whole units (MCU) of them; and 8 to know which aren't
  /// zero while bits are added to them.
  @Test(arguments: [
    (JPEGBuilder.Sampling.grey, 13 * 10), (.full, 3 * 13 * 10), (.halfAcross, 14 * 10 + 2 * 7 * 10),
    (.halfBoth, 14 * 10 + 2 * 7 * 5), (.halfDown, 13 * 10 + 2 * 13 * 5),
    (.quarterAcross, 16 * 10 + 2 * 4 * 10),
    (.inks, 4 * 13 * 10),
  ])
  func `a JPEG with several scans holds all its coefficients`(
    sampling: JPEGBuilder.Sampling, blocks: Int
  )
    throws
  {
    let progressive = JPEGBuilder.varied(Self.size, sampling, scans: .progressive)
    #expect(try header(progressive.bytes).decoderBufferBytes == blocks * 136)
    let separate = JPEGBuilder.varied(Self.size, sampling, scans: .separate)
    #expect(try header(separate.bytes).decoderBufferBytes == (sampling == .grey ? 0 : blocks * 128))
  }

  @Test(arguments: PNGDecodingTests.Kind.all)
  func `an interlaced PNG holds all its rows as they are stored, any other one`(
    kind: PNGDecodingTests.Kind
  ) throws {
    // Each with the number of its filter.
    let bytes =
      Self.size.height * ((Self.size.width * kind.colourType.channels * kind.depth + 7) / 8 + 1)
    #expect(
      try header(kind.builder(Self.size).bytes).decoderBufferBytes
        == (kind.isInterlaced ? bytes : 0))
  }

  @Test func `the largest sizes do not overflow`() throws {
    let size = PixelSize(width: 65_500, height: 65_500)
    var jpeg = JPEGBuilder.varied(PixelSize(width: 8, height: 8), .full, scans: .progressive)
    jpeg.statedSize = size
    // 8188 blocks a side, in three components.
    #expect(
      try header(jpeg.bytes, limits: DecodeLimits(pixels: .max)).decoderBufferBytes == 3 * 8188
        * 8188 * 136)
    var png = PNGBuilder(size: PixelSize(width: 8, height: 8), colourType: .rgba, depth: 16) {
      _, _ in
      [0, 0, 0, 0]
    }
    png.isInterlaced = true
    png.statedSize = PixelSize(width: 1_000_000, height: 1_000_000)
    #expect(
      try header(png.bytes, limits: DecodeLimits(pixels: .max)).decoderBufferBytes
        == 8_000_001_000_000)
  }
}
