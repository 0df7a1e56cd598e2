internal import Imaging

/// Assembles a PNG file from bands; each band becomes one chunk.
final class PNGFile: EncodedFile {
  private let writer: PNGWriter
  /// Bytes to write before the next band. At first it is the zlib header, for deflate with a 32 KiB
  /// window.
  private var header: [UInt8] = [0x78, 0x5E]
  private var checksum = Adler32()

  init(_ pixels: PixelBands, recipe: RecipeRecord?, density: Density?) throws(CodecError) {
    writer = try PNGWriter.start(
      pixels.raster, text: recipe?.packet, hasAlpha: pixels.hasAlpha, density: density)
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    for (index, band) in bands.enumerated() {
      checksum.append(band.checksum)
      var piece = header + band.bytes
      header = []
      if areLast, index == bands.indices.last {
        piece += checksum.value.bigEndianBytes
      }
      try writer.write(piece)
    }
    if areLast { try writer.finish() }
    return writer.takeOutput()
  }
}
