internal import CResampling

/// How many pixels have which gain, in classes of 1/64 stop.
package struct GainCounts: Sendable {
  private static let classes = Int(CResamplingGainClasses)
  private static let zero = classes / 2
  private static let perStop = 64

  private var counts = [UInt32](repeating: 0, count: classes)

  init() {}

  /// Counts pixels by their gains in steps of `GainPlane`; those without any may be left out.
  init(_ values: UnsafeBufferPointer<Int16>) {
    guard let start = values.baseAddress else { return }
    unsafe cresampling_count_gains(start, values.count, &counts)
  }

  mutating func add(_ other: GainCounts) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// The lowest and the highest gain of all pixels that have one, except for the outermost ones: a
  /// share of them on each side. Nil without any.
  ///
  /// - Returns: in stops.
  func range(leavingOut share: Double) -> ClosedRange<Double>? {
    let gains = counts.indices.filter { $0 != Self.zero && counts[$0] > 0 }
    let left = Int(Double(gains.reduce(0) { $0 + Int(counts[$1]) }) * share)
    guard let low = Self.first(gains, in: counts, after: left),
      let high = Self.first(gains.reversed(), in: counts, after: left)
    else { return nil }
    let stops = { (index: Int) in Double(index - Self.zero) / Double(Self.perStop) }
    return stops(low)...stops(max(low, high))
  }

  /// The first class that is reached when so many pixels have been left out.
  private static func first(_ classes: [Int], in counts: [UInt32], after left: Int) -> Int? {
    var seen = 0
    return classes.first { index in
      seen += Int(counts[index])
      return seen > left
    }
  }
}
