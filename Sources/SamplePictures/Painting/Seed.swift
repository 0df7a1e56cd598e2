/// Where pseudo-random numbers come from: the same seed and place give the same number everywhere.
struct Seed: Hashable {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// An independent seed.
  subscript(_ purpose: UInt32) -> Seed { Seed(bits(Int32(truncatingIfNeeded: purpose), 7919)) }

  /// 32 even bits for a place on a grid.
  @inline(__always)
  func bits(_ x: Int32, _ y: Int32) -> UInt32 {
    var mixed =
      UInt32(bitPattern: x) &* 0x9E37_79B1 &+ UInt32(bitPattern: y) &* 0x6C8E_9CF5 &+ value &* 0xD1B5_4A33
    mixed ^= mixed >> 16
    mixed = mixed &* 0x45D9_F3B5
    mixed ^= mixed >> 15
    mixed = mixed &* 0x2545_F491
    mixed ^= mixed >> 16
    return mixed
  }

  /// 0 up to, not including, 1.
  @inline(__always)
  func unit(_ x: Int32, _ y: Int32 = 0) -> Float { Float(bits(x, y) >> 8) / 16_777_216 }

  /// -1 up to, not including, 1.
  @inline(__always)
  func signed(_ x: Int32, _ y: Int32 = 0) -> Float { 2 * unit(x, y) - 1 }
}
