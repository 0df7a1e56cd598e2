/// A rectangle in whole pixels; the origin is the top left.
package struct PixelRect: Codable, Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a picture.
  package init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// The same rectangle, moved to the right and down by so many pixels.
  package func moved(x across: Int, y down: Int) -> PixelRect {
    PixelRect(x: x + across, y: y + down, width: width, height: height)
  }

  /// The pixels that lie in both rectangles; nil if there are none.
  package func intersection(_ other: PixelRect) -> PixelRect? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return left < right && top < bottom
      ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }

  /// The smallest rectangle that holds both.
  package func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Whether it contains at least one pixel and lies inside a picture of this size. Any numbers are
  /// safe, even those that a file states: no sum can overflow.
  package func isInside(_ picture: PixelSize) -> Bool {
    width > 0 && height > 0 && x >= 0 && y >= 0
      && width <= picture.width && x <= picture.width - width
      && height <= picture.height && y <= picture.height - height
  }
}
