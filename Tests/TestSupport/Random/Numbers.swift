/// Numbers that look random and are always the same.
package struct Numbers {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// From 0 to below `limit`.
  package mutating func next(below limit: Int) -> Int {
    // Knuth's MMIX generator; its high bits are the good ones.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
