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

  static let rowsPerStrip = 4
  /// How many vectors are summed at a time, each in its own register.
  private static let vectorsAtOnce = 8

  /// - Parameter vectors: how many vectors a strip has.
  init(_ axis: ResamplingAxis, vectors: Int) {
    self.axis = axis
    // A target row is computed when its last strip has arrived, so its first row can be up to one strip further back.
    strips = (axis.maxTaps + Self.rowsPerStrip - 1) / Self.rowsPerStrip + 2
    vectorsPerStrip = (vectors + Self.vectorsAtOnce - 1) / Self.vectorsAtOnce * Self.vectorsAtOnce
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
    for group in 0..<vectorsPerStrip / Self.vectorsAtOnce { sumUp(group, of: needed) }
    return unsafe sums
  }

  @inline(__always) private func sumUp(_ group: Int, of needed: ClosedRange<Int>) {
    var low = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var high = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var slot = needed.lowerBound % strips
    var vectors = unsafe ring + (slot &* vectorsPerStrip &+ group &* Self.vectorsAtOnce)
    for place in 0..<needed.count {
      let weight = unsafe weights[place]
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
      if slot == strips {
        slot = 0
        unsafe vectors -= strips &* vectorsPerStrip
      }
    }
    unsafe sums[2 &* group] = Self.laneSums(low)
    unsafe sums[2 &* group &+ 1] = Self.laneSums(high)
  }

  private typealias FourVectors = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// The sum of the lanes of each vector.
  @inline(__always) private static func laneSums(_ vectors: FourVectors) -> SIMD4<Float> {
    let (a, b, c, d) = vectors
    // Add pairs of lanes of the first two vectors and of the last two, then pairs of the results.
    let front = SIMD4(a.x, b.x, a.y, b.y) + SIMD4(a.z, b.z, a.w, b.w)
    let back = SIMD4(c.x, d.x, c.y, d.y) + SIMD4(c.z, d.z, c.w, d.w)
    return SIMD4(lowHalf: front.lowHalf, highHalf: back.lowHalf)
      + SIMD4(lowHalf: front.highHalf, highHalf: back.highHalf)
  }
}
