internal import Imaging

/// Assembles a JPEG file from bands.
final class JPEGFile: EncodedFile {
  static let endMarker: [UInt8] = [0xFF, 0xD9]

  /// Not written yet.
  private var headers: [UInt8]
  private let joiner: JPEGJoiner

  init(_ pixels: PixelBands, quality: Quality, recipe: RecipeRecord?, density: Density?)
    throws(CodecError)
  {
    let raster = pixels.raster
    let writer = try JPEGWriter.start(raster.size, quality: quality, density: density)
    for payload in recipe?.jpegPayloads() ?? [] {
      try writer.add(JPEGWriter.Segment(marker: 0xE1, payload: payload))
    }
    try writer.add(JPEGWriter.Segment(marker: 0xE2, payload: Self.profile(of: raster.colourSpace)))
    try writer.writeHeaders()
    headers = writer.takeOutput()
    joiner = try JPEGJoiner.create(for: writer)
  }

  /// The payload of the segment that states a colour space.
  static func profile(of space: ColourSpace) -> [UInt8] {
    Array("ICC_PROFILE\0".utf8) + [1, 1] + space.profile
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    for band in bands { try joiner.add(band) }
    defer { headers = [] }
    return try joiner.output(after: headers, areLast: areLast)
  }
}
