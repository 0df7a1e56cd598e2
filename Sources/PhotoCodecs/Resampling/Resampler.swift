/// Reduces or enlarges a picture that comes row by row, in linear light with premultiplied alpha, straight into a frame.
///
/// Holds only the rows that the vertical filter spans: about six times the reduction, as wide as the frame.
@safe struct Resampler: ~Copyable {
  private let across: ResamplingAxis
  private let down: ResamplingAxis
  private let target: PixelSize
  private let depth: SampleDepth
  private let isOpaque: Bool
  /// Of red, green and blue.
  private let lights: [LookupTable<Float>]
  private let writer: FrameWriter
  /// Whether every pixel goes into the frame as it is: to light and back would give the same codes, at a third of a run's
  /// cost.
  private let copies: Bool

  /// One source row in linear light.
  private let source: UnsafeMutablePointer<SIMD4<Float>>
  /// The last `down.most` rows, reduced across: row y is at `y % down.most`.
  private let ring: UnsafeMutablePointer<SIMD4<Float>>
  private let sum: UnsafeMutablePointer<SIMD4<Float>>
  private var nextRow: Int
  private var nextTarget = 0

  /// The source rows that must be pushed, in order, and the columns that each must have.
  var rows: Range<Int> { down.range }
  var columns: Range<Int> { across.range }

  /// - Parameters:
  ///   - region: what is shown of the source, in the pixels that will be pushed.
  ///   - size: the source's size in these pixels.
  ///   - target: the frame's size as the source is stored, sides swapped where its orientation swaps them.
  init(
    _ region: Region, of size: PixelSize, to target: PixelSize, depth: SampleDepth, isOpaque: Bool,
    curves: [TransferCurve], writer: FrameWriter
  ) {
    across = ResamplingAxis(start: region.x, length: region.width, available: size.width, count: target.width)
    down = ResamplingAxis(start: region.y, length: region.height, available: size.height, count: target.height)
    self.target = target
    self.depth = depth
    self.isOpaque = isOpaque
    lights = curves.map { $0.table(depth: depth) }
    self.writer = writer
    copies =
      across.isIdentity && down.isIdentity && isOpaque && depth == .eight && writer.keepsColours
      && curves.allSatisfy { $0 == .sRGB }
    unsafe source = .allocate(capacity: across.range.count)
    unsafe ring = .allocate(capacity: down.most * target.width)
    unsafe sum = .allocate(capacity: target.width)
    nextRow = down.range.lowerBound
  }

  deinit {
    unsafe source.deallocate()
    unsafe ring.deallocate()
    unsafe sum.deallocate()
  }

  /// Takes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  mutating func push(_ row: UnsafeRawPointer) {
    precondition(down.range.contains(nextRow))
    if copies {
      unsafe writer.writeCoded(row: nextTarget, row.assumingMemoryBound(to: UInt8.self), count: target.width)
      nextRow += 1
      nextTarget += 1
      return
    }
    switch (depth, isOpaque) {
    case (.eight, true): unsafe linearise(row.assumingMemoryBound(to: UInt8.self))
    case (.eight, false): unsafe linearisePremultiplied(row.assumingMemoryBound(to: UInt8.self), greatest: 255)
    case (.sixteen, _): unsafe linearisePremultiplied(row.assumingMemoryBound(to: UInt16.self), greatest: 65_535)
    }
    unsafe reduceAcross(into: ring + (nextRow % down.most) * target.width)
    nextRow += 1
    while nextTarget < target.height,
      Int(down.firsts[nextTarget] + down.counts[nextTarget]) <= nextRow
    {
      reduceDown(nextTarget)
      if isOpaque {
        unsafe writer.writeOpaque(row: nextTarget, sum, count: target.width)
      } else {
        unsafe writer.writeBlended(row: nextTarget, sum, count: target.width)
      }
      nextTarget += 1
    }
  }

  private func linearise(_ samples: UnsafePointer<UInt8>) {
    let (red, green, blue) = unsafe (lights[0].entries, lights[1].entries, lights[2].entries)
    var pixel = unsafe samples
    for column in 0..<across.range.count {
      unsafe source[column] = SIMD4(red[Int(pixel[0])], green[Int(pixel[1])], blue[Int(pixel[2])], 1)
      unsafe pixel += 4
    }
  }

  private func linearisePremultiplied<Sample: FixedWidthInteger>(_ samples: UnsafePointer<Sample>, greatest: Float) {
    let (red, green, blue) = unsafe (lights[0].entries, lights[1].entries, lights[2].entries)
    var pixel = unsafe samples
    for column in 0..<across.range.count {
      let alpha = unsafe Float(pixel[3]) / greatest
      let light = unsafe SIMD4(red[Int(pixel[0])], green[Int(pixel[1])], blue[Int(pixel[2])], 1)
      unsafe source[column] = light * alpha
      unsafe pixel += 4
    }
  }

  private func reduceAcross(into row: UnsafeMutablePointer<SIMD4<Float>>) {
    let offset = across.range.lowerBound
    unsafe across.firsts.withUnsafeBufferPointer { firsts in
      unsafe across.counts.withUnsafeBufferPointer { counts in
        unsafe across.weights.withUnsafeBufferPointer { weights in
          for column in 0..<target.width {
            let pixels = unsafe source + (Int(firsts[column]) - offset)
            let taps = unsafe weights.baseAddress! + column * across.most
            // Two sums, so that an addition need not wait for the one before.
            var even = SIMD4<Float>()
            var odd = SIMD4<Float>()
            let count = unsafe Int(counts[column])
            var tap = 0
            while tap + 1 < count {
              unsafe even += pixels[tap] * taps[tap]
              unsafe odd += pixels[tap + 1] * taps[tap + 1]
              tap += 2
            }
            if tap < count { unsafe even += pixels[tap] * taps[tap] }
            unsafe row[column] = even + odd
          }
        }
      }
    }
  }

  private func reduceDown(_ targetRow: Int) {
    unsafe sum.update(repeating: SIMD4(), count: target.width)
    let first = Int(down.firsts[targetRow])
    for tap in 0..<Int(down.counts[targetRow]) {
      let weight = down.weights[targetRow * down.most + tap]
      let row = unsafe ring + ((first + tap) % down.most) * target.width
      for column in 0..<target.width { unsafe sum[column] += row[column] * weight }
    }
  }
}
