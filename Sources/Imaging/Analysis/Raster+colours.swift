extension Raster {
  /// How much colours differ among pixels of like brightness, as the standard deviation of the
  /// differences between channels, times 16.
  ///
  /// Next to 0 for a grey picture, and also for one that was toned, such as in sepia, because there
  /// the brightness of a pixel says what colour it has.
  package var colourVariety: Int {
    var sums = [ColourSums](repeating: ColourSums(), count: 32)
    let pixels = unsafe pixels
    for index in 0..<size.pixels {
      let red = unsafe Int(pixels[4 &* index])
      let green = unsafe Int(pixels[4 &* index &+ 1])
      let blue = unsafe Int(pixels[4 &* index &+ 2])
      let luma = (54 &* red &+ 183 &* green &+ 19 &* blue) >> 8
      sums[luma >> 3].add(red &- green, blue &- green)
    }
    let squares = sums.reduce(0) { $0 + $1.squaredDeviations }
    return Int((Double(256 * squares) / Double(max(size.pixels, 1))).squareRoot())
  }
}

/// Sums over the pixels of like brightness.
private struct ColourSums {
  private var count = 0
  private var red = 0
  private var blue = 0
  private var squares = 0

  mutating func add(_ red: Int, _ blue: Int) {
    count &+= 1
    self.red &+= red
    self.blue &+= blue
    squares &+= red &* red &+ blue &* blue
  }

  /// The sum of the squares of how far the pixels' colours are from their mean.
  var squaredDeviations: Int {
    count == 0 ? 0 : max(squares - (red * red + blue * blue) / count, 0)
  }
}
