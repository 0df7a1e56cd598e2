/// The part of a canvas of which nothing is cut off, however inexactly it is printed and cut.
package struct SafeZone: Hashable, Sendable {
  package let area: PixelRect
  private let canvas: PixelSize

  /// - Parameter inset: its distance from the canvas's edges in pixels, of which less than half a
  ///   side is taken.
  package init(of canvas: PixelSize, inset: Int) {
    self.init(
      of: canvas, FrameInsets(left: inset, top: inset, right: inset, bottom: inset))
  }

  /// - Parameter insets: the distances from the canvas's edges in pixels, of each of which less
  ///   than half a side is taken.
  package init(of canvas: PixelSize, _ insets: FrameInsets) {
    self.canvas = canvas
    let (across, down) = ((canvas.width - 1) / 2, (canvas.height - 1) / 2)
    let (left, right) = (min(insets.left, across), min(insets.right, across))
    let (top, bottom) = (min(insets.top, down), min(insets.bottom, down))
    area = PixelRect(
      x: left, y: top, width: canvas.width - left - right, height: canvas.height - top - bottom)
  }

  package var isWholeCanvas: Bool { area.size == canvas }

  package func contains(_ other: PixelRect) -> Bool {
    other.x >= area.x && other.y >= area.y && other.x + other.width <= area.x + area.width
      && other.y + other.height <= area.y + area.height
  }

  /// How far the sides of a frame lie outside.
  package func insets(of frame: PixelRect) -> FrameInsets {
    FrameInsets(
      left: max(area.x - frame.x, 0), top: max(area.y - frame.y, 0),
      right: max(frame.x + frame.width - area.x - area.width, 0),
      bottom: max(frame.y + frame.height - area.y - area.height, 0))
  }

  /// How wide something may be that stands in the middle of a frame and lies inside; the whole
  /// frame's width where nothing can.
  package func centredWidth(in frame: PixelRect) -> Int {
    let insets = insets(of: frame)
    let width = frame.width - 2 * max(insets.left, insets.right)
    return width > 0 ? width : frame.width
  }
}
