/// A rectangle on a page, in its units; the origin is the bottom left.
struct PDFRectangle: Hashable {
  let left: Double
  let bottom: Double
  let right: Double
  let top: Double

  /// As an array of its corners.
  var box: String { "[\(Self.text([left, bottom, right, top]))]" }

  /// As content that paints nothing.
  var unpaintedPath: String {
    "\(Self.text([left, bottom, right - left, top - bottom])) re n"
  }

  private static func text(_ numbers: [Double]) -> String {
    numbers.map(PDFPage.text).joined(separator: " ")
  }
}
