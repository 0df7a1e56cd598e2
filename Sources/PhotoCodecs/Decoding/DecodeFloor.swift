/// Decoding alone, as the baseline for measuring the cost of everything around it.
package enum DecodeFloor {
  /// Decodes every row of the region that `plan` shows, without resampling, and discards the pixels.
  ///
  /// - Parameters:
  ///   - file: the file that `header` was read from, unchanged.
  ///   - usesLibjpegAlone: whether libjpeg decodes Huffman codes itself.
  package static func decode(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, plan: DecodePlan, limits: DecodeLimits,
    usesLibjpegAlone: Bool = true
  ) throws(CodecError) {
    let size = plan.decodedSize(of: header.storedSize)
    switch header.format {
    case .jpeg, .raw:
      var reader = try JPEGReader.open(file, in: header.preview, usesLibjpegAlone: usesLibjpegAlone)
      try decode(&reader, size, plan, limits)
    case .png:
      var reader = try PNGReader.open(file)
      try decode(&reader, size, plan, limits)
    case .heic, .avif, .webp:
      throw .unsupported(reason: "only JPEG and PNG have a floor")
    }
  }

  private static func decode<Reader: RowReader & ~Copyable>(
    _ reader: inout Reader, _ size: PixelSize, _ plan: DecodePlan, _ limits: DecodeLimits
  ) throws(CodecError) {
    let rows = pixels(from: plan.region.y, length: plan.region.height, below: size.height)
    let columns = pixels(from: plan.region.x, length: plan.region.width, below: size.width)
    try reader.start(plan, limits: limits)
    _ = try reader.narrow(to: columns)
    try reader.skip(rows.lowerBound)
    for _ in rows { _ = unsafe try reader.nextRow() }
    try reader.finish(remaining: size.height - rows.upperBound)
  }

  /// The whole pixels that an interval overlaps.
  private static func pixels(from start: Double, length: Double, below end: Int) -> Range<Int> {
    max(Int(start.rounded(.down)), 0)..<min(Int((start + length).rounded(.up)), end)
  }
}
