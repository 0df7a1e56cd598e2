/// How bright a picture is, and how much of it has no detail because it is too bright or too dark.
package struct Exposure: Hashable, Sendable {
  /// The mean luma, 0 to 255, times 64.
  package let mean: Int
  /// The share of pixels with two channels or more at their upper end, in thousandths: a blue sky
  /// is at the end of one, without being too bright.
  package let clipped: Int
  /// The share of pixels with all channels at their upper end, in thousandths.
  package let white: Int
  /// The share of pixels with all channels at their lower end, in thousandths.
  package let black: Int
  /// How bright the brightest pixels are, 0 to 255: all but 0.5 % of them have no brighter channel.
  package let highlight: Int

  package init(mean: Int, clipped: Int, white: Int, black: Int, highlight: Int) {
    (self.mean, self.clipped, self.white, self.black) = (mean, clipped, white, black)
    self.highlight = highlight
  }

  /// - Parameter plane: the raster's luma.
  package init(_ raster: Raster, _ plane: LumaPlane) {
    let count = raster.size.pixels
    let pixels = unsafe raster.pixels
    var white = 0
    var clipped = 0
    var counts = [Int](repeating: 0, count: 256)
    for index in 0..<count {
      let red = unsafe pixels[4 &* index]
      let green = unsafe pixels[4 &* index &+ 1]
      let blue = unsafe pixels[4 &* index &+ 2]
      let highest = max(red, green, blue)
      let lowest = min(red, green, blue)
      let middle = max(min(red, green), min(max(red, green), blue))
      white &+= lowest >= 250 ? 1 : 0
      clipped &+= middle >= 250 ? 1 : 0
      counts[Int(highest)] &+= 1
    }
    let black = counts[...12].reduce(0, +)
    let sum = plane.values.reduce(0) { $0 &+ Int($1) }
    let pixelCount = max(count, 1)
    self.init(
      mean: 64 * sum / pixelCount, clipped: 1000 * clipped / pixelCount,
      white: 1000 * white / pixelCount, black: 1000 * black / pixelCount,
      highlight: Self.highlight(counts, of: count))
  }

  /// - Parameter counts: of the pixels whose brightest channel has each value.
  private static func highlight(_ counts: [Int], of pixels: Int) -> Int {
    var brighter = 0
    for value in counts.indices.reversed() {
      brighter += counts[value]
      if brighter * 200 > pixels { return value }
    }
    return 0
  }
}
