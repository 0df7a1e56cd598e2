/// The opening of a template that a frame's photo shows through.
package struct FrameOpening: Hashable, Sendable {
  /// In reading order, from 1.
  package let number: Int
  /// What the photo fills, before it is tilted about its middle; in pixels of the canvas. Around
  /// it, up to the frame's bounds, the photo goes on, or its edges are repeated.
  package let rectangle: Region
  /// In degrees, clockwise; 0 for upright.
  package let tilt: Double

  package init(number: Int, rectangle: Region, tilt: Double) {
    self.number = number
    self.rectangle = rectangle
    self.tilt = tilt
  }
}
