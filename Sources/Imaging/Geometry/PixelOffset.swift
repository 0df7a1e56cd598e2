/// How far something lies to the right of a point and below it, in pixels; may be negative.
package struct PixelOffset: Hashable, Sendable {
  package let x: Int
  package let y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
