internal import Imaging

/// Assembles a JPEG with a gain map: the same picture as `JPEGFile` gives, and after it the map, a
/// JPEG of its own.
///
/// The headers state the lengths of both, so everything is kept until the end.
final class GainMappedFile: EncodedFile {
  private let size: PixelSize
  private let profile: [UInt8]
  private let quality: Quality
  private let recipe: RecipeRecord?
  private let density: Density?
  private let gains: FittedGains
  private let threads: Int
  private var bands: [EncodedBand] = []

  init(
    _ pixels: PixelBands, quality: Quality, recipe: RecipeRecord?, density: Density?,
    _ gains: FittedGains, threads: Int
  ) {
    size = pixels.raster.size
    profile = JPEGFile.profile(of: pixels.raster.colourSpace)
    self.quality = quality
    self.recipe = recipe
    self.density = density
    self.gains = gains
    self.threads = threads
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    self.bands += bands
    guard areLast else { return [] }
    let map = try GainMapEncoder(gains).bytes(threads: threads)
    // The map ends the file, so it gets the file's seal.
    let mapBytes = map.count + (recipe == nil ? 0 : FileSeal.bytesInJPEG)
    let picture = try picture()
    // The index has the same length whatever it says.
    let draft = try headers(mapBytes: mapBytes, primaryBytes: 0, indexAt: 0)
    guard let index = draft[...].range(of: GainMapSegments.indexSignature) else {
      preconditionFailure("the headers hold an index")
    }
    let headers = try headers(
      mapBytes: mapBytes, primaryBytes: draft.count + picture.count, indexAt: index.upperBound)
    return headers + picture + map
  }

  /// The coded pixels with the end marker.
  private func picture() throws(CodecError) -> [UInt8] {
    let writer = try JPEGWriter.start(size, quality: quality, density: density)
    let joiner = try JPEGJoiner.create(for: writer)
    for band in bands { try joiner.add(band) }
    bands = []
    return try joiner.output(areLast: true)
  }

  /// - Parameter indexAt: where the index's TIFF header lies in the file.
  private func headers(mapBytes: Int, primaryBytes: Int, indexAt: Int) throws(CodecError)
    -> [UInt8]
  {
    let properties = GainMapSegments.properties(ofMapWithBytes: mapBytes)
    let packets =
      recipe?.jpegPayloads(beside: properties)
      ?? [JPEGSegments.xmpSignature + Array(RecipeRecord.packet(properties).utf8)]
    let writer = try JPEGWriter.start(size, quality: quality, density: density)
    for packet in packets { try writer.add(JPEGWriter.Segment(marker: 0xE1, payload: packet)) }
    try writer.add(JPEGWriter.Segment(marker: 0xE2, payload: profile))
    try writer.add(GainMapSegments.version)
    try writer.add(
      GainMapSegments.index(bytes: (primaryBytes, mapBytes), headerAt: indexAt))
    try writer.writeHeaders()
    return writer.takeOutput()
  }
}
