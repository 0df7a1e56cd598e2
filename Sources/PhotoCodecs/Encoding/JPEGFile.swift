/// Assembles a JPEG file from bands.
final class JPEGFile: EncodedFile {
  static let endMarker: [UInt8] = [0xFF, 0xD9]

  private let headers: [UInt8]
  private var bandsWritten = 0

  init(_ pixels: PixelBands, quality: Quality, recipe: RecipeRecord?, density: Density?) throws(CodecError) {
    let raster = pixels.raster
    let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + raster.colourSpace.profile
    let writer = try JPEGWriter.start(
      raster.size, quality: quality, density: density, restartInterval: pixels.restartInterval(quality: quality))
    for payload in recipe?.jpegPayloads ?? [] { try writer.add(JPEGWriter.Segment(marker: 0xE1, payload: payload)) }
    try writer.add(JPEGWriter.Segment(marker: 0xE2, payload: profile))
    try writer.writeHeaders()
    headers = writer.takeOutput()
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) -> [UInt8] {
    var bytes = bandsWritten == 0 ? headers : []
    for band in bands {
      if bandsWritten > 0 { bytes += [0xFF, 0xD0 + UInt8((bandsWritten - 1) % 8)] }
      bytes += band.bytes
      bandsWritten += 1
    }
    return areLast ? bytes + Self.endMarker : bytes
  }
}
