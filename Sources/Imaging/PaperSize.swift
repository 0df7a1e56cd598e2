/// A size on paper, in points of 1/72 inch, which needn't be whole.
package struct PaperSize: Hashable, Sendable {
  package let width: Double
  package let height: Double

  package static let pointsPerInch = 72.0

  /// In points.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  package init(widthInInches width: Double, heightInInches height: Double) {
    self.init(width: width * Self.pointsPerInch, height: height * Self.pointsPerInch)
  }

  /// The size of a picture that is printed with this density.
  package init(_ pixels: PixelSize, at density: Density) {
    self.init(
      widthInInches: Double(pixels.width) / Double(density.dotsPerInch),
      heightInInches: Double(pixels.height) / Double(density.dotsPerInch))
  }

  /// The size with width and height exchanged.
  package var transposed: PaperSize { PaperSize(width: height, height: width) }

  package var shortSide: Double { min(width, height) }

  /// The size with so many points more on every side.
  package func widened(by points: Double) -> PaperSize {
    PaperSize(width: width + 2 * points, height: height + 2 * points)
  }

  /// In whole pixels.
  package func pixels(at density: Density) -> PixelSize {
    func pixels(_ points: Double) -> Int {
      Int((points / Self.pointsPerInch * Double(density.dotsPerInch)).rounded())
    }
    return PixelSize(width: pixels(width), height: pixels(height))
  }
}
