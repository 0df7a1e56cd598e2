/// Small lines of text in a canvas's upper and lower margins.
package struct MarginLines: Hashable, Sendable {
  package var hasHeader: Bool
  package var hasFooter: Bool
  /// An em of them.
  package var size: Length

  /// The height of the margin that a line needs, in ems: the line, and as much again around it,
  /// because printers leave an edge of paper white.
  private static let height = 3.0

  package init(hasHeader: Bool, hasFooter: Bool, size: Length) {
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
    self.size = size
  }

  /// An em in pixels, at least 1.
  ///
  /// - Parameters:
  ///   - side: the canvas's short side in pixels.
  ///   - canvas: tells the dots per inch.
  package func em(onShortSide side: Int, of canvas: Canvas) -> Int {
    max(size.wholePixels(onShortSide: side, of: canvas), 1)
  }

  /// The height of a margin with a line, in pixels.
  ///
  /// - Parameter margin: without one.
  package static func height(em: Int, margin: Int) -> Int {
    max(margin, Int((height * Double(em)).rounded()))
  }
}
