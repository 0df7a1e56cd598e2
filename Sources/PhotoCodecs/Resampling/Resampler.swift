/// Reduces or enlarges a picture that comes row by row, in linear light with premultiplied alpha, straight into a frame.
///
/// Works on strips of four rows. Holds only the strips that the vertical filter spans: about six times the reduction rows,
/// as wide as the frame.
@safe final class Resampler {
  private let across: ResamplingAxis
  private let down: ResamplingAxis
  /// Those of `across`, to be read without bounds checks.
  private let firsts: LookupTable<Int32>
  private let counts: LookupTable<Int32>
  private let weights: LookupTable<Float>
  private let target: PixelSize
  private let depth: SampleDepth
  private let isOpaque: Bool
  /// Of red, green and blue.
  private let lights: [LookupTable<Float>]
  private let writer: FrameWriter
  /// Whether every pixel goes into the frame as it is: to light and back would give the same codes, at a third of a run's
  /// cost.
  private let copies: Bool

  /// The stored samples of a strip.
  private let samples: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  /// A part of a strip in linear light: the columns that the filter across spans, and some more.
  private let window: UnsafeMutableRawPointer
  /// The target's columns that are made from the window at a time.
  private let pieces: [(targets: Range<Int>, sources: Range<Int>)]
  /// The last `ringStrips` strips, reduced across: strip s is at `s % ringStrips`, `vectorsPerStrip` vectors each.
  private let ring: UnsafeMutablePointer<SIMD4<Float>>
  private let ringStrips: Int
  private let vectorsPerStrip: Int
  /// The weights of the strips that make up a target row.
  private let stripWeights: UnsafeMutablePointer<SIMD4<Float>>
  /// A target row's light, channel by channel, pixel by pixel.
  private let sums: UnsafeMutablePointer<SIMD4<Float>>
  private var nextRow: Int
  private var nextTarget = 0

  private static let rowsPerStrip = 4
  /// How many columns are brought into linear light at a time: as many as stay in the processor's nearest cache.
  private static let columnsAtOnce = 192
  /// How many vectors are added up at a time, each in a register of its own.
  private static let vectorsAtOnce = 8

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
    firsts = LookupTable(across.firsts)
    counts = LookupTable(across.counts)
    weights = LookupTable(across.weights)
    self.target = target
    self.depth = depth
    self.isOpaque = isOpaque
    lights = curves.map { $0.table(depth: depth) }
    self.writer = writer
    copies =
      across.isIdentity && down.isIdentity && isOpaque && depth == .eight && writer.keepsColours
      && curves.allSatisfy { $0 == .sRGB }
    let channels = isOpaque ? OpaqueStrip.channels : TransparentStrip.channels
    bytesPerRow = across.range.count * depth.bytesPerPixel
    // Rows that never come, below the last, have a weight of 0, but must be numbers.
    unsafe samples = .allocate(byteCount: Self.rowsPerStrip * bytesPerRow, alignment: 16)
    unsafe samples.initializeMemory(as: UInt8.self, repeating: 0, count: Self.rowsPerStrip * bytesPerRow)
    let windowColumns = across.most + Self.columnsAtOnce
    pieces = across.pieces(ofAtMost: windowColumns)
    unsafe window = .allocate(byteCount: windowColumns * channels * MemoryLayout<SIMD4<Float>>.stride, alignment: 16)
    // A row's target is made when its last strip has come, so that its first row is up to a strip further back.
    ringStrips = (down.most + Self.rowsPerStrip - 1) / Self.rowsPerStrip + 2
    vectorsPerStrip = (target.width * channels + Self.vectorsAtOnce - 1) / Self.vectorsAtOnce * Self.vectorsAtOnce
    unsafe ring = .allocate(capacity: ringStrips * vectorsPerStrip)
    unsafe ring.initialize(repeating: SIMD4(), count: ringStrips * vectorsPerStrip)
    unsafe stripWeights = .allocate(capacity: ringStrips)
    unsafe sums = .allocate(capacity: vectorsPerStrip / 4)
    nextRow = down.range.lowerBound
  }

  deinit {
    unsafe samples.deallocate()
    unsafe window.deallocate()
    unsafe ring.deallocate()
    unsafe stripWeights.deallocate()
    unsafe sums.deallocate()
  }

  /// Takes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  func push(_ row: UnsafeRawPointer) {
    precondition(down.range.contains(nextRow))
    if copies {
      unsafe writer.writeCoded(row: nextTarget, row.assumingMemoryBound(to: UInt8.self), count: target.width)
      nextRow += 1
      nextTarget += 1
      return
    }
    let index = nextRow - down.range.lowerBound
    let lane = index % Self.rowsPerStrip
    unsafe (samples + lane * bytesPerRow).copyMemory(from: row, byteCount: bytesPerRow)
    nextRow += 1
    guard lane == Self.rowsPerStrip - 1 || nextRow == down.range.upperBound else { return }
    let strip = unsafe ring + (index / Self.rowsPerStrip % ringStrips) * vectorsPerStrip
    switch (depth, isOpaque) {
    case (.eight, true): unsafe reduceAcross(OpaqueStrip.self, of: UInt8.self, into: strip)
    case (.eight, false): unsafe reduceAcross(TransparentStrip.self, of: UInt8.self, into: strip)
    case (.sixteen, true): unsafe reduceAcross(OpaqueStrip.self, of: UInt16.self, into: strip)
    case (.sixteen, false): unsafe reduceAcross(TransparentStrip.self, of: UInt16.self, into: strip)
    }
    while nextTarget < target.height, Int(down.firsts[nextTarget] + down.counts[nextTarget]) <= nextRow {
      reduceDown(nextTarget)
      if isOpaque {
        unsafe writer.writeOpaque(row: nextTarget, sums, count: target.width)
      } else {
        unsafe writer.writeBlended(row: nextTarget, sums, count: target.width)
      }
      nextTarget += 1
    }
  }

  private func reduceAcross<Strip: PixelStrip, Sample: FixedWidthInteger>(
    _: Strip.Type, of _: Sample.Type, into strip: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    let window = unsafe window.assumingMemoryBound(to: Strip.self)
    let target = unsafe UnsafeMutableRawPointer(strip).assumingMemoryBound(to: Strip.self)
    let (firsts, counts, weights) = unsafe (firsts.entries, counts.entries, weights.entries)
    var held = across.range.lowerBound..<across.range.lowerBound
    for piece in pieces {
      let sources = piece.sources
      let kept = max(held.upperBound - sources.lowerBound, 0)
      unsafe window.update(from: window + (held.count - kept), count: kept)
      unsafe linearise(sources.lowerBound + kept..<sources.upperBound, of: Sample.self, into: window + kept)
      held = sources
      for column in piece.targets {
        let pixels = unsafe window + (Int(firsts[column]) &- sources.lowerBound)
        let count = unsafe Int(counts[column])
        let taps = column &* across.most
        // Two sums, so that an addition need not wait for the one before.
        var even = Strip()
        var odd = Strip()
        var tap = 0
        while tap &+ 1 < count {
          unsafe even.add(pixels[tap], times: SIMD4(repeating: weights[taps &+ tap]))
          unsafe odd.add(pixels[tap &+ 1], times: SIMD4(repeating: weights[taps &+ tap &+ 1]))
          tap &+= 2
        }
        if tap < count { unsafe even.add(pixels[tap], times: SIMD4(repeating: weights[taps &+ tap])) }
        even.add(odd, times: SIMD4(repeating: 1))
        unsafe target[column] = even
      }
    }
  }

  private func linearise<Strip: PixelStrip, Sample: FixedWidthInteger>(
    _ columns: Range<Int>, of _: Sample.Type, into target: UnsafeMutablePointer<Strip>
  ) {
    let first = unsafe samples.assumingMemoryBound(to: Sample.self)
    let stride = bytesPerRow / MemoryLayout<Sample>.stride
    let rows = unsafe FourRows<Sample>(
      first: first, second: first + stride, third: first + 2 * stride, fourth: first + 3 * stride)
    let tables = unsafe Lights(red: lights[0].entries, green: lights[1].entries, blue: lights[2].entries)
    let greatest = Float(Sample.max)
    var target = unsafe target
    for column in columns.lowerBound - across.range.lowerBound..<columns.upperBound - across.range.lowerBound {
      unsafe target.pointee = Strip(rows, at: column &* 4, tables, greatest: greatest)
      unsafe target += 1
    }
  }

  private func reduceDown(_ targetRow: Int) {
    let first = Int(down.firsts[targetRow]) - down.range.lowerBound
    let last = first + Int(down.counts[targetRow]) - 1
    let strips = first / Self.rowsPerStrip...last / Self.rowsPerStrip
    for (place, strip) in strips.enumerated() {
      var weight = SIMD4<Float>()
      for lane in 0..<Self.rowsPerStrip {
        let tap = strip * Self.rowsPerStrip + lane - first
        if (0...last - first).contains(tap) { weight[lane] = down.weights[targetRow * down.most + tap] }
      }
      unsafe stripWeights[place] = weight
    }
    let start = strips.lowerBound % ringStrips
    for group in 0..<vectorsPerStrip / Self.vectorsAtOnce {
      var low = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
      var high = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
      var slot = start
      var vectors = unsafe ring + (start &* vectorsPerStrip &+ group &* Self.vectorsAtOnce)
      for place in 0..<strips.count {
        let weight = unsafe stripWeights[place]
        unsafe low.0 += vectors[0] * weight
        unsafe low.1 += vectors[1] * weight
        unsafe low.2 += vectors[2] * weight
        unsafe low.3 += vectors[3] * weight
        unsafe high.0 += vectors[4] * weight
        unsafe high.1 += vectors[5] * weight
        unsafe high.2 += vectors[6] * weight
        unsafe high.3 += vectors[7] * weight
        slot &+= 1
        unsafe vectors += vectorsPerStrip
        if slot == ringStrips {
          slot = 0
          unsafe vectors -= ringStrips &* vectorsPerStrip
        }
      }
      unsafe sums[2 &* group] = Self.laneSums(low)
      unsafe sums[2 &* group &+ 1] = Self.laneSums(high)
    }
  }

  private typealias FourVectors = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// The sum of each vector's lanes.
  @inline(__always) private static func laneSums(_ v: FourVectors) -> SIMD4<Float> {
    // Pairs of lanes of the first two vectors and of the last two, side by side, then pairs of these.
    let front = SIMD4(v.0.x, v.1.x, v.0.y, v.1.y) + SIMD4(v.0.z, v.1.z, v.0.w, v.1.w)
    let back = SIMD4(v.2.x, v.3.x, v.2.y, v.3.y) + SIMD4(v.2.z, v.3.z, v.2.w, v.3.w)
    return SIMD4(lowHalf: front.lowHalf, highHalf: back.lowHalf)
      + SIMD4(lowHalf: front.highHalf, highHalf: back.highHalf)
  }
}
