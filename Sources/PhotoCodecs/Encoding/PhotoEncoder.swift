/// Turns pixels into a file's bytes, piece by piece: call `nextBytes` until it returns nil.
///
/// The same raster, encoding and recipe give the same bytes, always. The picture is tagged with the raster's colour space.
package struct PhotoEncoder: ~Copyable {
  /// Rows that go into one piece.
  private static let band = 64

  enum Codec: ~Copyable {
    case jpeg(JPEGWriter)
    case png(PNGWriter)
  }

  private let raster: Raster
  private let codec: Codec
  private var nextRow = 0
  private var isFinished = false

  /// - Parameters:
  ///   - recipe: travels inside the file; nil for a picture that is no collage.
  ///   - density: how large the picture should be printed; nil leaves it open.
  ///   - threads: how many may work at once; the bytes don't depend on it.
  ///   - hasAlpha: whether a PNG keeps the pixels' alpha. A JPEG never does.
  /// - Throws: `outOfMemory`, or `damaged` when the raster is longer than `encoding.longestSide`.
  package init(
    _ raster: Raster, as encoding: Encoding, recipe: RecipeRecord?, density: Density? = nil, hasAlpha: Bool = false,
    threads: Int = 1
  ) throws(CodecError) {
    self.raster = raster
    switch encoding {
    case .jpeg(let quality):
      let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + raster.colourSpace.profile
      let segments =
        (recipe?.jpegPayloads ?? []).map { JPEGWriter.Segment(marker: 0xE1, payload: $0) }
        + [JPEGWriter.Segment(marker: 0xE2, payload: profile)]
      codec = .jpeg(try JPEGWriter.start(raster.size, quality: quality, segments: segments, density: density))
    case .png:
      codec = .png(
        try PNGWriter.start(
          raster, text: recipe?.packet, hasAlpha: hasAlpha, density: density, threads: threads))
    }
  }

  /// How much of the raster has been taken, 0 to 1.
  package var fraction: Double { Double(nextRow) / Double(raster.size.height) }

  /// The next bytes of the file, maybe none yet; nil after the last.
  package mutating func nextBytes() throws(CodecError) -> [UInt8]? {
    if isFinished { return nil }
    switch codec {
    case .jpeg(let writer):
      let rows = min(Self.band, raster.size.height - nextRow)
      let pixels = unsafe UnsafePointer(raster.pixels + nextRow * raster.stride)
      nextRow += rows
      isFinished = nextRow == raster.size.height
      try unsafe writer.write(pixels, stride: raster.stride, rows: rows)
      if isFinished { try writer.finish() }
      return writer.takeOutput()
    case .png(let writer):
      nextRow = try writer.writeNext()
      isFinished = nextRow == raster.size.height
      if isFinished { try writer.finish() }
      return writer.takeOutput()
    }
  }
}
