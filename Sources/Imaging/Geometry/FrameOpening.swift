/// The opening of a template that a frame's photo shows through.
package struct FrameOpening: Hashable, Sendable {
  /// In reading order, from 1.
  package let number: Int
  /// What the photo fills, before it is tilted about its middle; in pixels of the canvas. Around
  /// it, up to the frame's bounds, the photo goes on, or its edges are repeated.
  package let rectangle: Region
  /// In degrees, clockwise; 0 for upright.
  package let tilt: Double
  /// What of the rectangle shows the photo; nil for (nearly) all of it.
  package let shape: OpeningShape?

  package init(number: Int, rectangle: Region, tilt: Double, shape: OpeningShape? = nil) {
    self.number = number
    self.rectangle = rectangle
    self.tilt = tilt
    self.shape = shape
  }
}
