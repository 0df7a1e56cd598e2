package import Imaging

/// Where the photos of a saved collage lie, for one whose layout no longer follows from its
/// settings. It holds as long as the canvas and the number of photos are the same.
package struct PlacedFrames: Hashable, Sendable {
  package let canvas: PixelSize
  /// In pixels of the canvas, in the photos' order.
  package let frames: [PixelRect]

  /// Nil unless all frames have an area inside the canvas.
  package init?(_ frames: [PixelRect], on canvas: PixelSize) {
    guard !frames.isEmpty,
      frames.allSatisfy({ $0.width > 0 && $0.height > 0 && $0.isInside(canvas) })
    else { return nil }
    self.frames = frames
    self.canvas = canvas
  }

  /// The layout; nil for another canvas or other photos.
  func layout(of request: LayoutRequest, room: TextRoom?) -> CollageLayout? {
    guard request.options.canvasSize == canvas, request.shapes.count == frames.count else {
      return nil
    }
    let covered = frames.reduce(0) { $0 + $1.size.pixels }
    return CollageLayout(
      canvas: canvas, frames: frames.map { Frame($0) },
      emptyShare: max(0, 1 - Double(covered) / Double(canvas.pixels)), room: room)
  }
}
