internal import Imaging
internal import ThreadPool

/// Encodes gains as a JPEG of one channel.
struct GainMapEncoder {
  private let gains: FittedGains
  /// The map's value of each gain of a plane, from the lowest one on.
  private let values: LookupTable<UInt8>

  private static let quality = Quality.default
  /// Maximum bytes of a band's values before encoding.
  private static let bandBytes = 1 << 20
  private static let blockSide = 8

  init(_ gains: FittedGains) {
    self.gains = gains
    values = LookupTable(
      (Int(Int16.min)...Int(Int16.max)).map { gains.range.value(of: $0) })
  }

  /// The whole file. It doesn't depend on the number of threads.
  func bytes(threads: Int) throws(CodecError) -> [UInt8] {
    let size = gains.plane.size
    let writer = try JPEGWriter.startGrey(size, quality: Self.quality)
    for segment in GainMapSegments(gains).ofMap { try writer.add(segment) }
    try writer.writeHeaders()
    let joiner = try JPEGJoiner.create(for: writer)
    let rows = max(Self.bandBytes / (size.width * Self.blockSide), 1) * Self.blockSide
    let count = (size.height + rows - 1) / rows
    var next = 0
    while next < count {
      let bands = Locked([Int: Result<EncodedBand, CodecError>]())
      let end = min(next + max(threads, 1), count)
      ThreadPool.shared.parallel(end - next) { [next] index in
        let first = (next + index) * rows
        let band = Result { () throws(CodecError) in
          try self.band(first..<min(first + rows, size.height))
        }
        bands.withLock { $0[index] = band }
      }
      let encoded = bands.withLock { $0 }
      for index in 0..<end - next { try joiner.add(encoded[index]!.get()) }
      next = end
    }
    try joiner.finish()
    return writer.takeOutput() + joiner.takeOutput() + JPEGFile.endMarker
  }

  private func band(_ rows: Range<Int>) throws(CodecError) -> EncodedBand {
    let width = gains.plane.size.width
    let x = (width - 1) / Self.blockSide * Self.blockSide
    let y = rows.lowerBound + (rows.count - 1) / Self.blockSide * Self.blockSide
    return EncodedBand(
      bytes: try encoded(columns: 0..<width, rows),
      lastMCU: try encoded(columns: x..<width, y..<rows.upperBound))
  }

  /// The entropy-coded bytes of a part.
  private func encoded(columns: Range<Int>, _ rows: Range<Int>) throws(CodecError) -> [UInt8] {
    let size = PixelSize(width: columns.count, height: rows.count)
    let writer = try JPEGWriter.startGrey(size, quality: Self.quality)
    try writer.writeHeaders()
    _ = writer.takeOutput()
    var row = [UInt8](repeating: 0, count: columns.count)
    for y in rows {
      let gains = unsafe gains.plane.values + y * gains.plane.size.width + columns.lowerBound
      unsafe row.withUnsafeMutableBufferPointer { row in
        for x in row.indices {
          unsafe row[x] = values.entries[Int(gains[x]) - Int(Int16.min)]
        }
      }
      try unsafe writer.write(row, stride: row.count, rows: 1)
    }
    try writer.finish()
    var bytes = writer.takeOutput()
    bytes.removeLast(JPEGFile.endMarker.count)
    return bytes
  }
}
