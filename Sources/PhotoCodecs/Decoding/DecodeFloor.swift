internal import CPhotoCodecs

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

  /// The inflating of a PNG, which another thread may do ahead.
  package struct Inflating {
    /// With the undoing of filters, in seconds.
    package var seconds = 0.0
    /// Into how many buffers, if it needs at least `ringBuffers`.
    package var buffers = 0
    /// How many buffers are inflated ahead at most.
    package static let ringBuffers = CPNGReaderBuffers
  }

  /// Decodes every row of a PNG and measures what could be inflated ahead; nothing for other files, and where libpng
  /// inflates.
  package static func inflating(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, plan: DecodePlan, limits: DecodeLimits
  ) throws(CodecError) -> Inflating {
    var inflating = Inflating()
    guard header.format == .png else { return inflating }
    var reader = try PNGReader.open(file)
    func fill(_ reader: inout PNGReader) {
      let start = ContinuousClock.now
      if reader.fillBuffers() {
        inflating.seconds += start.duration(to: .now) / .seconds(1)
        inflating.buffers += 1
      }
    }
    try reader.start(plan, limits: limits)
    for _ in 0..<header.storedSize.height {
      fill(&reader)
      _ = unsafe try reader.nextRow()
    }
    try reader.finish(remaining: 0)
    guard reader.inflater == .fastest else { return Inflating() }
    inflating.buffers += inflating.buffers > 0 ? Inflating.ringBuffers - 1 : 0
    return inflating
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
