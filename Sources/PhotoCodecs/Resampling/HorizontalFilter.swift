internal import CResampling

/// Resamples strips horizontally and converts them to linear values.
@safe final class HorizontalFilter {
  private let axis: ResamplingAxis
  /// The axis's arrays, read without bounds checks.
  private let firsts: LookupTable<Int32>
  private let counts: LookupTable<Int32>
  private let weights: LookupTable<Float>
  private let instructions = cresampling_best_instructions()
  /// For red, green and blue: the linear value of each sample.
  private let linearValues: [LookupTable<Float>]
  private let depth: SampleDepth
  private let isOpaque: Bool
  /// Part of a strip in linear values.
  private let window: UnsafeMutableRawPointer
  /// The target columns that are computed from one fill of the window.
  private let pieces: [(targets: Range<Int>, sources: Range<Int>)]

  /// How many columns the window has in addition to those that the filter spans: few, so that it fits in the L1 cache.
  private static let spareColumns = 192

  init(_ axis: ResamplingAxis, depth: SampleDepth, isOpaque: Bool, curves: [TransferCurve]) {
    self.axis = axis
    self.depth = depth
    self.isOpaque = isOpaque
    firsts = LookupTable(axis.firsts)
    counts = LookupTable(axis.counts)
    weights = LookupTable(axis.weights)
    linearValues = curves.map { $0.table(depth: depth) }
    let columns = axis.maxTaps + Self.spareColumns
    pieces = axis.pieces(ofAtMost: columns)
    let channels = isOpaque ? OpaqueStrip.channels : TransparentStrip.channels
    unsafe window = .allocate(byteCount: columns * channels * MemoryLayout<SIMD4<Float>>.stride, alignment: 16)
  }

  deinit { unsafe window.deallocate() }

  /// Filters a strip.
  ///
  /// - Parameters:
  ///   - samples: four rows of the axis's columns, one after the other.
  ///   - target: room for one pixel for each target column of the axis.
  func apply(to samples: UnsafeRawPointer, into target: UnsafeMutablePointer<SIMD4<Float>>) {
    switch (depth, isOpaque) {
    case (.eight, true): unsafe apply(OpaqueStrip.self, UInt8.self, samples, target)
    case (.eight, false): unsafe apply(TransparentStrip.self, UInt8.self, samples, target)
    case (.sixteen, true): unsafe apply(OpaqueStrip.self, UInt16.self, samples, target)
    case (.sixteen, false): unsafe apply(TransparentStrip.self, UInt16.self, samples, target)
    }
  }

  private func apply<Strip: PixelStrip, Sample: FixedWidthInteger>(
    _: Strip.Type, _: Sample.Type, _ samples: UnsafeRawPointer, _ target: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    let rows = unsafe FourRows(samples.assumingMemoryBound(to: Sample.self), apart: axis.range.count * 4)
    let window = unsafe window.assumingMemoryBound(to: Strip.self)
    var axis = unsafe CResamplingAxis(
      firsts: firsts.entries, counts: counts.entries, weights: weights.entries, max_taps: self.axis.maxTaps)
    var held = self.axis.range.lowerBound..<self.axis.range.lowerBound
    for piece in pieces {
      let (sources, targets) = (piece.sources, piece.targets)
      let kept = max(held.upperBound - sources.lowerBound, 0)
      unsafe window.update(from: window + (held.count - kept), count: kept)
      unsafe linearise(sources.lowerBound + kept..<sources.upperBound, of: rows, into: window + kept)
      held = sources
      unsafe cresampling_sum_across(
        instructions, &axis, Int32(Strip.channels), self.window.assumingMemoryBound(to: Float.self),
        Int32(sources.lowerBound), targets.lowerBound, targets.upperBound,
        UnsafeMutableRawPointer(target).assumingMemoryBound(to: Float.self))
    }
  }

  private func linearise<Strip: PixelStrip, Sample: FixedWidthInteger>(
    _ columns: Range<Int>, of rows: FourRows<Sample>, into target: UnsafeMutablePointer<Strip>
  ) {
    let tables = unsafe LinearTables(
      red: linearValues[0].entries, green: linearValues[1].entries, blue: linearValues[2].entries)
    let maxValue = Float(Sample.max)
    var target = unsafe target
    for column in columns.lowerBound - axis.range.lowerBound..<columns.upperBound - axis.range.lowerBound {
      unsafe target.pointee = Strip(rows, at: column &* 4, tables, maxValue: maxValue)
      unsafe target += 1
    }
  }
}
