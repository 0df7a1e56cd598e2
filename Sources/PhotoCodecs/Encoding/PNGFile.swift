internal import Imaging

/// Assembles a PNG file from bands; each band becomes one chunk.
final class PNGFile: EncodedFile {
  private let writer: PNGWriter
  private let stream = DeflatedPixels()

  init(_ pixels: PixelBands, recipe: RecipeRecord?, density: Density?) throws(CodecError) {
    writer = try PNGWriter.start(
      pixels.raster, text: recipe?.packet, hasAlpha: pixels.hasAlpha, density: density)
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    for (index, band) in bands.enumerated() {
      let isLast = areLast && index == bands.indices.last
      try writer.write(stream.bytes(with: [band], areLast: isLast))
    }
    if areLast { try writer.finish() }
    return writer.takeOutput()
  }
}
