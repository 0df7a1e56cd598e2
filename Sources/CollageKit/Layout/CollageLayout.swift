package import PhotoCodecs

/// Where each photo goes: one frame a photo, in order, inside the canvas.
package struct CollageLayout: Hashable, Sendable {
  package let canvas: PixelSize
  package let frames: [PixelRect]
}

/// The ways to lay photos out.
package enum LayoutStyle: String, Hashable, Sendable, CaseIterable {
  /// Rows of equal frames, filled.
  case grid

  /// The frames for `count` photos on a canvas; nil when the canvas is too small for them.
  package func layout(of count: Int, on canvas: PixelSize) -> CollageLayout? {
    switch self {
    case .grid: GridLayout.layout(of: count, on: canvas)
    }
  }
}
