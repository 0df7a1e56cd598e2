/// A source of pseudo-random numbers: the same seed and position give the same number on every machine.
struct Seed: Hashable {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// An independent seed for another purpose.
  subscript(_ purpose: UInt32) -> Seed { Seed(bits(Int32(truncatingIfNeeded: purpose), 7919)) }

  /// 32 uniformly distributed bits for a position on a grid.
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

  /// A number in 0..<1.
  @inline(__always)
  func unit(_ x: Int32, _ y: Int32 = 0) -> Float { Float(bits(x, y) >> 8) / 16_777_216 }

  /// A number in -1..<1.
  @inline(__always)
  func signed(_ x: Int32, _ y: Int32 = 0) -> Float { 2 * unit(x, y) - 1 }
}
