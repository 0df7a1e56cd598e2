package import PhotoCodecs

/// Where each photo goes: one frame for each photo, in order, inside the canvas.
package struct CollageLayout: Hashable, Sendable {
  package let canvas: PixelSize
  package let frames: [PixelRect]
  /// The tree that the frames follow; nil for a grid with an empty place.
  package let tree: SlicingTree?
  /// The share of the canvas intended for photos that shows none, 0 to 1. Gaps and margins don't count.
  package let emptyShare: Double

  package init(canvas: PixelSize, frames: [PixelRect], tree: SlicingTree? = nil, emptyShare: Double = 0) {
    self.canvas = canvas
    self.frames = frames
    self.tree = tree
    self.emptyShare = emptyShare
  }

  /// The frames on a canvas of another size. Edges are rounded, never sizes.
  package func scaled(to size: PixelSize) -> [PixelRect] {
    func across(_ x: Int) -> Int { (2 * x * size.width + canvas.width) / (2 * canvas.width) }
    func down(_ y: Int) -> Int { (2 * y * size.height + canvas.height) / (2 * canvas.height) }
    return frames.map { frame in
      let (x, y) = (across(frame.x), down(frame.y))
      return PixelRect(
        x: x, y: y, width: across(frame.x + frame.width) - x, height: down(frame.y + frame.height) - y)
    }
  }
}
