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
}
