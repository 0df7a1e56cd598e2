/// A size on paper, in points of 1/72 inch, which needn't be whole.
package struct PaperSize: Hashable, Sendable {
  package let width: Double
  package let height: Double

  private static let pointsPerInch = 72.0

  package init(widthInInches width: Double, heightInInches height: Double) {
    self.width = width * Self.pointsPerInch
    self.height = height * Self.pointsPerInch
  }

  /// The size of a picture that is printed with this density.
  package init(_ pixels: PixelSize, at density: Density) {
    self.init(
      widthInInches: Double(pixels.width) / Double(density.dotsPerInch),
      heightInInches: Double(pixels.height) / Double(density.dotsPerInch))
  }
}
