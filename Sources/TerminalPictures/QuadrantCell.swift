/// The best approximation of a cell by two groups of quadrants, each in one colour.
///
/// A set of quadrants is a 4-bit mask: 1 is top left, 2 top right, 4 bottom left, 8 bottom right.
struct QuadrantCell {
  /// The quadrants in the ink's colour. Never includes the bottom right one; empty for a cell of
  /// one colour.
  let inked: Int
  /// Nil if no quadrant is inked.
  let ink: TerminalPaint?
  let paper: TerminalPaint

  /// Tries all eight splits with the colours that will be shown, so the sum of squared errors is
  /// the minimum.
  ///
  /// - Parameter quadrants: top left, top right, bottom left, bottom right.
  init(_ quadrants: [4 of SIMD4<Int32>], depth: QuadrantBlocks.ColourDepth) {
    let all = 15
    var sums: [16 of SIMD4<Int32>] = .init(repeating: SIMD4())
    var paints: [16 of TerminalPaint] = .init(repeating: TerminalPaint(code: 0))
    var errors: [16 of Int32] = .init(repeating: 0)
    for set in 1...all {
      let sum = sums[set & (set - 1)] &+ quadrants[set.trailingZeroBitCount]
      let count = Int32(truncatingIfNeeded: set.nonzeroBitCount)
      let (paint, shown) = TerminalPaint.nearest(toMeanOf: sum, count: count, depth: depth)
      sums[set] = sum
      paints[set] = paint
      // The sum of squared errors, without the sum of the pixels' squares, which is the same for
      // every split.
      errors[set] = (shown &* (shown &* count &- sum &* 2)).wrappedSum()
    }
    var best = 0
    for set in 1..<8 where errors[set] + errors[all - set] < errors[best] + errors[all - best] {
      best = set
    }
    // If both groups would be shown in the same colour, they are merged.
    let isPlain = best == 0 || paints[best] == paints[all - best]
    inked = isPlain ? 0 : best
    ink = isPlain ? nil : paints[best]
    paper = paints[all - best]
  }

  /// The sum of the quadrants' colours as they are shown.
  func shown(_ depth: QuadrantBlocks.ColourDepth) -> SIMD4<Int32> {
    let count = Int32(truncatingIfNeeded: inked.nonzeroBitCount)
    return paper.channels(depth) &* (4 - count) &+ (ink?.channels(depth) ?? SIMD4()) &* count
  }
}

/// A colour as sent to a terminal: 0xRRGGBB in true colour, else an index into the palette.
struct TerminalPaint: Hashable {
  let code: UInt32

  /// The colour nearest to the mean of some pixels, and its channels.
  ///
  /// - Parameters:
  ///   - sum: the sums of the pixels' channels.
  ///   - count: the number of pixels, 1 to 4.
  static func nearest(
    toMeanOf sum: SIMD4<Int32>, count: Int32, depth: QuadrantBlocks.ColourDepth
  ) -> (paint: TerminalPaint, shown: SIMD4<Int32>) {
    switch depth {
    case .trueColour:
      let mean = (sum &* 2 &+ count) / (2 &* count)
      let code = UInt32(truncatingIfNeeded: mean.x << 16 | mean.y << 8 | mean.z)
      return (TerminalPaint(code: code), mean)
    case .palette256:
      let index = Palette256.nearest(toTwelfths: sum &* (Palette256.parts / count))
      return (TerminalPaint(code: UInt32(index)), Palette256.colour(index))
    }
  }

  /// Red, green and blue.
  func channels(_ depth: QuadrantBlocks.ColourDepth) -> SIMD4<Int32> {
    switch depth {
    case .trueColour: SIMD4(Int32(code >> 16), Int32(code >> 8 & 255), Int32(code & 255), 0)
    case .palette256: Palette256.colour(UInt8(code))
    }
  }
}
