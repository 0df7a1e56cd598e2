/// Reduces or enlarges down what comes in strips, reduced across.
///
/// Holds only the strips that its filter spans.
@safe final class VerticalFilter {
  private let axis: ResamplingAxis
  /// The last strips: strip s is at `s % strips`, `vectorsPerStrip` vectors each.
  private let ring: UnsafeMutablePointer<SIMD4<Float>>
  private let strips: Int
  private let vectorsPerStrip: Int
  /// The weights of the strips that make up a target row.
  private let weights: UnsafeMutablePointer<SIMD4<Float>>
  private let sums: UnsafeMutablePointer<SIMD4<Float>>

  static let rowsPerStrip = 4
  /// How many vectors are added up at a time, each in a register of its own.
  private static let vectorsAtOnce = 8

  /// - Parameter vectors: how many vectors a strip has.
  init(_ axis: ResamplingAxis, vectors: Int) {
    self.axis = axis
    // A target row is made when its last strip has come, so that its first row is up to a strip further back.
    strips = (axis.most + Self.rowsPerStrip - 1) / Self.rowsPerStrip + 2
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

  /// Where a strip goes; it replaces the oldest one.
  ///
  /// - Parameter strip: counted from the axis's first row.
  func place(ofStrip strip: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    unsafe ring + strip % strips * vectorsPerStrip
  }

  /// Makes a target row whose strips have come: the values of its pixels one behind the other, as many for each as a pixel
  /// has vectors in a strip. Valid until the next call, and may be changed.
  func row(_ target: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    let first = Int(axis.firsts[target]) - axis.range.lowerBound
    let last = first + Int(axis.counts[target]) - 1
    let needed = first / Self.rowsPerStrip...last / Self.rowsPerStrip
    for (place, strip) in needed.enumerated() {
      var weight = SIMD4<Float>()
      for lane in 0..<Self.rowsPerStrip {
        let tap = strip * Self.rowsPerStrip + lane - first
        if (0...last - first).contains(tap) { weight[lane] = axis.weights[target * axis.most + tap] }
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

  /// The sum of each vector's lanes.
  @inline(__always) private static func laneSums(_ vectors: FourVectors) -> SIMD4<Float> {
    let (a, b, c, d) = vectors
    // Pairs of lanes of the first two vectors and of the last two, side by side, then pairs of these.
    let front = SIMD4(a.x, b.x, a.y, b.y) + SIMD4(a.z, b.z, a.w, b.w)
    let back = SIMD4(c.x, d.x, c.y, d.y) + SIMD4(c.z, d.z, c.w, d.w)
    return SIMD4(lowHalf: front.lowHalf, highHalf: back.lowHalf)
      + SIMD4(lowHalf: front.highHalf, highHalf: back.highHalf)
  }
}
