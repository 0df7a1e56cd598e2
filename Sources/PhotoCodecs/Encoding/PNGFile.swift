/// A PNG's bytes, made of bands: each is a chunk.
final class PNGFile: EncodedFile {
  private let writer: PNGWriter
  /// What goes in front of the next band: at first the stream's own header, which says deflate with a window of 32 KiB.
  private var header: [UInt8] = [0x78, 0x5E]
  private var checksum = Adler32()

  init(_ pixels: PixelBands, recipe: RecipeRecord?, density: Density?) throws(CodecError) {
    writer = try PNGWriter.start(pixels.raster, text: recipe?.packet, hasAlpha: pixels.hasAlpha, density: density)
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    for (index, band) in bands.enumerated() {
      checksum.append(band.checksum)
      var piece = header + band.bytes
      header = []
      if areLast, index == bands.indices.last {
        piece += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum.value >> $0) }
      }
      try writer.write(piece)
    }
    if areLast { try writer.finish() }
    return writer.takeOutput()
  }
}
