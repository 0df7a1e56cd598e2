/// A source of pseudo-random numbers: the same seed and position give the same number on every
/// machine.
struct Seed {
  private let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// An independent seed for another purpose.
  subscript(_ purpose: UInt32) -> Seed { Seed(bits(Int32(truncatingIfNeeded: purpose), 7919)) }

  /// 32 uniformly distributed bits for a position on a grid.
  @inline(__always)
  func bits(_ x: Int32, _ y: Int32) -> UInt32 {
    var mixed =
      UInt32(bitPattern: x) &* 0x9E37_79B1 &+ UInt32(bitPattern: y) &* 0x6C8E_9CF5 &+ value
      &* 0xD1B5_4A33
    mixed ^= mixed >> 16
    mixed = mixed &* 0x45D9_F3B5
    mixed ^= mixed >> 15
    mixed = mixed &* 0x2545_F491
    mixed ^= mixed >> 16
    return mixed
  }

  /// A number in 0..<1.
  @inline(__always)
  func unit(_ x: Int32, _ y: Int32) -> Float { Float(bits(x, y) >> 8) / 16_777_216 }

  /// A row of fractal noise: a sum of smoothly interpolated random grids, each finer and with less
  /// weight than the one before, down to those as fine as the samples. Always within -1...1, mostly
  /// within -0.6...0.6.
  ///
  /// - Parameters:
  ///   - step: the distance between samples, above 0, in cells of the coarsest grid, like `y`.
  ///   - gain: the weight of a grid, relative to the next coarser one.
  func noise(_ count: Int, _ step: Float, at y: Float, gain: Float) -> [Float] {
    var row = [Float](repeating: 0, count: count)
    var (scale, weight) = (Float(1), 1 - gain)
    for octave in 0..<14 where step * scale < 0.7 {
      let seed = self[UInt32(octave)]
      let (start, y) = (seed.unit(1, 0) * 64, y * scale + seed.unit(2, 0) * 64)
      let line = y.rounded(.down)
      func node(_ cell: Int32) -> Float {
        let (above, below) = (seed.unit(cell, Int32(line)), seed.unit(cell, Int32(line) + 1))
        return weight * (2 * (above + (below - above) * (y - line).eased(0, 1)) - 1)
      }
      var cell = Int32(start)
      var (left, right) = (node(cell), node(cell + 1))
      for column in row.indices {
        let x = start + Float(column) * step * scale
        if x >= Float(cell + 1) {
          cell = Int32(x)
          (left, right) = (node(cell), node(cell + 1))
        }
        let t = x - Float(cell)
        row[column] += left + (right - left) * (t * t * (3 - 2 * t))
      }
      scale *= 2
      weight *= gain
    }
    return row
  }
}

extension Float {
  /// The value, clamped to 0...1.
  @inline(__always)
  var clamped: Float { self < 0 ? 0 : self > 1 ? 1 : self }

  /// 0 below `low`, 1 above `high`, a smooth step in between.
  @inline(__always)
  func eased(_ low: Float, _ high: Float) -> Float {
    let t = ((self - low) / (high - low)).clamped
    return t * t * (3 - 2 * t)
  }
}
