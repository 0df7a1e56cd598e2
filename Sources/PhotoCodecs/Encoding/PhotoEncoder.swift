/// Turns pixels into a file's bytes, piece by piece: call `nextBytes` until it returns nil.
///
/// The same raster, encoding and recipe give the same bytes, always. The picture is tagged with the raster's colour space.
package struct PhotoEncoder: ~Copyable {
  enum Codec: ~Copyable {
    case jpeg(headers: [UInt8], JPEGPixels)
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
      let pixels = JPEGPixels(raster, quality: quality, threads: threads)
      let profile = Array("ICC_PROFILE\0".utf8) + [1, 1] + raster.colourSpace.profile
      let writer = try JPEGWriter.start(
        raster.size, quality: quality, density: density, restartInterval: pixels.restartInterval)
      for payload in recipe?.jpegPayloads ?? [] { try writer.add(JPEGWriter.Segment(marker: 0xE1, payload: payload)) }
      try writer.add(JPEGWriter.Segment(marker: 0xE2, payload: profile))
      try writer.writeHeaders()
      codec = .jpeg(headers: writer.takeOutput(), pixels)
    case .png(let compression):
      codec = .png(
        try PNGWriter.start(
          raster, compression: compression, text: recipe?.packet, hasAlpha: hasAlpha, density: density,
          threads: threads))
    }
  }

  /// How much of the raster has been taken, 0 to 1.
  package var fraction: Double { Double(nextRow) / Double(raster.size.height) }

  /// The next bytes of the file, maybe none yet; nil after the last.
  package mutating func nextBytes() throws(CodecError) -> [UInt8]? {
    if isFinished { return nil }
    switch codec {
    case .jpeg(let headers, let pixels):
      let start = nextRow == 0 ? headers : []
      let bytes = start + (try pixels.nextBytes())
      nextRow = pixels.nextRow
      isFinished = pixels.isFinished
      return bytes
    case .png(let writer):
      nextRow = try writer.writeNext()
      isFinished = nextRow == raster.size.height
      if isFinished { try writer.finish() }
      return writer.takeOutput()
    }
  }
}
