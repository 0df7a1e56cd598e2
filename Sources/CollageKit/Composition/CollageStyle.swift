package import PhotoCodecs

/// How a collage should look.
package struct CollageStyle: Hashable, Sendable {
  /// 2400x1600 by default.
  package var canvas: PixelSize
  package var layout: LayoutStyle
  /// What is seen between photos and through transparent ones; white by default.
  package var background: Colour
  /// The colours that it is written in; sRGB by default.
  package var colourSpace = ColourSpace.sRGB
  package var fidelity = Fidelity.standard

  package init(
    canvas: PixelSize = PixelSize(width: 2400, height: 1600), layout: LayoutStyle = .grid,
    background: Colour = .white
  ) {
    self.canvas = canvas
    self.layout = layout
    self.background = background
  }
}
