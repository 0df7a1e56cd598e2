internal import CResampling

/// Resamples vertically. The input is strips that were already resampled horizontally.
///
/// Holds only the strips that the filter spans.
@safe final class VerticalFilter {
  private let axis: ResamplingAxis
  /// The latest strips: strip s is at index `s % strips`, with `vectorsPerStrip` vectors each.
  private let ring: UnsafeMutablePointer<SIMD4<Float>>
  private let strips: Int
  private let vectorsPerStrip: Int
  /// The weights of the strips that contribute to a target row.
  private let weights: UnsafeMutablePointer<SIMD4<Float>>
  private let sums: UnsafeMutablePointer<SIMD4<Float>>
  private let instructions = cresampling_best_instructions()

  static let rowsPerStrip = 4

  /// - Parameter count: how many vectors a strip has.
  init(_ axis: ResamplingAxis, vectorsPerStrip count: Int) {
    self.axis = axis
    // A target row is computed when its last strip has arrived, so its first row can be up to one strip further back.
    strips = (axis.maxTaps + Self.rowsPerStrip - 1) / Self.rowsPerStrip + 2
    let atOnce = CResamplingVectorsAtOnce
    vectorsPerStrip = (count + atOnce - 1) / atOnce * atOnce
    unsafe ring = .allocate(capacity: strips * vectorsPerStrip)
    unsafe ring.initialize(repeating: SIMD4(), count: strips * vectorsPerStrip)
    unsafe weights = .allocate(capacity: strips)
    unsafe sums = .allocate(capacity: vectorsPerStrip / 4)
  }

  deinit {
    unsafe ring.deallocate()
    unsafe weights.deallocate()
    unsafe sums.deallocate()
  }

  /// Where to store a strip. It overwrites the oldest one.
  ///
  /// - Parameter strip: its index, counted from the axis's first row.
  func place(ofStrip strip: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    unsafe ring + strip % strips * vectorsPerStrip
  }

  /// Computes a target row once all its strips have arrived: the values of its pixels in sequence, as many per pixel as
  /// a pixel has vectors in a strip. Valid until the next call; the caller may change the values.
  func row(_ target: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    let first = Int(axis.firsts[target]) - axis.range.lowerBound
    let last = first + Int(axis.counts[target]) - 1
    let needed = first / Self.rowsPerStrip...last / Self.rowsPerStrip
    for (place, strip) in needed.enumerated() {
      var weight = SIMD4<Float>()
      for lane in 0..<Self.rowsPerStrip {
        let tap = strip * Self.rowsPerStrip + lane - first
        if (0...last - first).contains(tap) { weight[lane] = axis.weights[target * axis.maxTaps + tap] }
      }
      unsafe weights[place] = weight
    }
    unsafe cresampling_sum_down(
      instructions, Self.floats(ring), strips, vectorsPerStrip, needed.lowerBound % strips, Self.floats(weights),
      needed.count,
      Self.floats(sums))
    return unsafe sums
  }

  private static func floats(_ vectors: UnsafeMutablePointer<SIMD4<Float>>) -> UnsafeMutablePointer<Float> {
    unsafe UnsafeMutableRawPointer(vectors).assumingMemoryBound(to: Float.self)
  }
}
