/// Distances from the sides of a rectangle, in pixels.
package struct FrameInsets: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let right: Int
  package let bottom: Int

  package static let none = FrameInsets(left: 0, top: 0, right: 0, bottom: 0)

  package init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

extension PixelRect {
  /// The rectangle with so many pixels more at its sides.
  package func widened(by insets: FrameInsets) -> PixelRect {
    PixelRect(
      x: x - insets.left, y: y - insets.top, width: width + insets.left + insets.right,
      height: height + insets.top + insets.bottom)
  }
}
