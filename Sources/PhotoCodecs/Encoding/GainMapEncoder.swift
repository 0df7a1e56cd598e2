internal import Imaging
internal import Synchronization
internal import ThreadPool

/// Encodes gains as a JPEG of one channel.
struct GainMapEncoder {
  private let gains: FittedGains
  /// The map's value of each gain of a plane, from the lowest one on.
  private let values: LookupTable<UInt8>

  /// Whatever the picture's is.
  static let quality = Quality.default
  /// Maximum bytes of a band's values before encoding: few, because a collage waits for them.
  private static let bandBytes = 1 << 17
  private static let blockSide = 8

  init(_ gains: FittedGains) {
    self.gains = gains
    values = gains.values
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
    for band in try bands(count, of: rows, threads: threads) { try joiner.add(band) }
    return try joiner.output(after: writer.takeOutput(), areLast: true)
  }

  /// Encodes bands on several threads, each of which takes the next one that nobody has.
  ///
  /// - Parameter rows: of each band but the last.
  private func bands(
    _ count: Int, of rows: Int, threads: Int
  ) throws(CodecError) -> [EncodedBand] {
    let results = Locked([Result<EncodedBand, CodecError>?](repeating: nil, count: count))
    let next = Atomic(0)
    let height = gains.plane.size.height
    ThreadPool.shared.parallel(min(max(threads, 1), count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let part = index * rows..<min((index + 1) * rows, height)
        let band = Result { () throws(CodecError) in try self.band(part) }
        results.withLock { $0[index] = band }
      }
    }
    var bands: [EncodedBand] = []
    for case let result? in results.withLock({ $0 }) { bands.append(try result.get()) }
    return bands
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

extension FittedGains {
  /// The map's value of each gain of a plane, from the lowest one on.
  fileprivate var values: LookupTable<UInt8> {
    LookupTable((Int(Int16.min)...Int(Int16.max)).map { range.value(of: $0) })
  }

  /// The map as a grey picture that a worker encodes.
  ///
  /// Memory: three bytes for each pixel, and what `EncodeRequest.encode` says.
  func encodedMap(
    as format: WorkerFormat, _ coding: PictureCoding
  ) throws(CodecError) -> [UInt8] {
    let table = values
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: plane.size.pixels) { bytes, count in
      for index in 0..<plane.size.pixels {
        unsafe bytes[index] = table.entries[Int(plane.values[index]) - Int(Int16.min)]
      }
      count = plane.size.pixels
    }
    return try EncodeRequest(
      picture: .grey(bytes, plane.size), format: format, coding: coding
    ).encode().colours
  }
}
