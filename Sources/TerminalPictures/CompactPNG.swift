package import Imaging
package import PhotoCodecs

/// PNG files of previews, made in a few milliseconds: exact ones for terminals on the same machine,
/// and others that are small enough for slow connections.
///
/// There, a picture that would be too large is stored with small errors, a few hundredths of the
/// range, which don't show in photos: each sample is coded as its difference from its neighbours,
/// and rounding the differences leaves few values to code. Black and white stay as they are,
/// because a tinted page or frame would show.
package enum CompactPNG {
  /// The maximum length of a file, in bytes: in base64, a picture that fills a window of 80x24
  /// cells of 9x18 pixels takes less than 150 kB to send. Larger pictures may take more, in
  /// proportion to their pixels.
  static func maxBytes(of size: PixelSize) -> Int { max(105_000, size.pixels / 2) }

  /// The largest error of a sample that is tried; beyond it, the file may exceed `maxBytes`.
  private static let maxTolerance = 127

  /// The size of a file without its compressed data, in bytes: the signature, the header, the end,
  /// and the frame of the data's chunk.
  private static let frameBytes = 57
  /// One in so many rows is enough to estimate how well a picture compresses.
  private static let sampledRows = 8

  /// A PNG file of the raster.
  ///
  /// - Parameter isExact: whether every sample is as in the raster, however long the file is; else
  ///   with as small errors as its maximum length allows.
  /// - Throws: `outOfMemory`.
  package static func file(
    of raster: Raster, isExact: Bool = false
  ) throws(CodecError) -> [UInt8] {
    if isExact {
      let data = try ZlibStream.compressed(rows(of: raster, each: 1, tolerance: 0))
      return file(data, of: raster.size)
    }
    // For a large picture, finding the tolerance by compressing a sample takes a fraction of the
    // time.
    let isLarge = raster.size.height >= 8 * sampledRows
    let tolerance = isLarge ? try fitting(raster, each: sampledRows, from: 0).tolerance : 0
    return file(try fitting(raster, each: 1, from: tolerance).data, of: raster.size)
  }

  /// The rows, compressed with the smallest tolerance, from `tolerance` up, at which the picture
  /// fits. If `step` is above 1, only every `step`-th row is compressed, and the others are taken
  /// to be like them.
  private static func fitting(
    _ raster: Raster, each step: Int, from tolerance: Int
  ) throws(CodecError) -> (tolerance: Int, data: [UInt8]) {
    var tolerance = tolerance
    while true {
      let data = try ZlibStream.compressed(rows(of: raster, each: step, tolerance: tolerance))
      let excess = data.count * step + frameBytes - maxBytes(of: raster.size)
      if excess <= 0 || tolerance >= maxTolerance { return (tolerance, data) }
      tolerance = max(tolerance + 1, Self.tolerance(tolerance, saving: excess, of: raster.size))
    }
  }

  /// The tolerance that will probably save this many bytes.
  ///
  /// Rounding to one of n values saves log2(n) bits per sample as long as the values are widely
  /// spread.
  private static func tolerance(_ tolerance: Int, saving bytes: Int, of size: PixelSize) -> Int {
    let bits = 8 * Double(bytes) / Double(3 * size.pixels)
    var steps = Double(2 * tolerance + 1)
    for _ in 0..<Int((bits * 8).rounded(.up)) { steps *= 1.0905 }
    return min(Int(((steps - 1) / 2).rounded(.up)), maxTolerance)
  }

  /// The picture's rows after filtering: each begins with the number of its filter, followed by
  /// three bytes per pixel.
  ///
  /// - Parameters:
  ///   - step: 1 for all rows; else only every `step`-th, as if the row above it had no errors.
  ///   - tolerance: the maximum error of a sample.
  private static func rows(of raster: Raster, each step: Int, tolerance: Int) -> [UInt8] {
    let bytesPerRow = 3 * raster.size.width
    let count = (raster.size.height + step - 1) / step
    // Filter 3 predicts the mean of the sample to the left and the one above, which spreads
    // rounding errors least.
    let filter: UInt8 = 3
    let rounding = Rounding(tolerance: tolerance)
    var filtered = [UInt8](repeating: filter, count: (bytesPerRow + 1) * count)
    // The row above as the terminal will decode it.
    var above = [UInt8](repeating: 0, count: bytesPerRow)
    for index in 0..<count {
      let start = index * (bytesPerRow + 1) + 1
      if step > 1, index > 0 {
        raster.withRow(index * step - 1) { row in
          for x in 0..<raster.size.width {
            for channel in 0..<3 { above[3 * x + channel] = row[4 * x + channel] }
          }
        }
      }
      raster.withRow(index * step) { row in
        var left: (UInt8, UInt8, UInt8) = (0, 0, 0)
        var above = above.mutableSpan
        var filtered = filtered.mutableSpan
        for x in 0..<raster.size.width {
          let (from, to) = (4 * x, start + 3 * x)
          (left.0, filtered[to]) = rounding.code(row[from], left.0, above[3 * x])
          (left.1, filtered[to + 1]) = rounding.code(row[from + 1], left.1, above[3 * x + 1])
          (left.2, filtered[to + 2]) = rounding.code(row[from + 2], left.2, above[3 * x + 2])
          above[3 * x] = left.0
          above[3 * x + 1] = left.1
          above[3 * x + 2] = left.2
        }
      }
    }
    return filtered
  }

  /// Rounds differences to multiples of an odd number.
  private struct Rounding {
    /// The rounded difference for each difference from -255 to 255.
    private let rounded: [Int16]

    init(tolerance: Int) {
      let step = 2 * tolerance + 1
      rounded = (-255...255).map { difference in
        let steps = (abs(difference) + tolerance) / step
        return Int16(difference < 0 ? -steps * step : steps * step)
      }
    }

    /// The value that the terminal will decode for a sample, and its difference from the
    /// prediction, which is what the file stores.
    @inline(__always)
    func code(_ sample: UInt8, _ left: UInt8, _ above: UInt8) -> (value: UInt8, difference: UInt8) {
      let prediction = (Int(left) + Int(above)) / 2
      let isEnd = sample == 0 || sample == 255
      let value =
        isEnd
        ? Int(sample)
        : min(max(prediction + Int(rounded[Int(sample) - prediction + 255]), 0), 255)
      return (UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value - prediction))
    }
  }

  private static func file(_ data: [UInt8], of size: PixelSize) -> [UInt8] {
    // Eight bits per sample, RGB, and the only compression method, filter method and row order in
    // use.
    let header =
      UInt32(size.width).bigEndianBytes + UInt32(size.height).bigEndianBytes + [8, 2, 0, 0, 0]
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + PNGChunks.chunk("IHDR", header)
      + PNGChunks.chunk("IDAT", data) + PNGChunks.chunk("IEND", [])
  }
}
