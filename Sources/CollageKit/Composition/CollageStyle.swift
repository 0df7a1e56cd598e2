package import PhotoCodecs

/// How a collage should look.
package struct CollageStyle: Hashable, Sendable {
  /// As the layout wants it, by default.
  package var canvas: Canvas
  /// How large it should be printed; nil leaves that open.
  package var density: Density?
  package var layout: LayoutStyle
  /// A layout that is given instead of one of the styles.
  package var tree: SlicingTree?
  package var order = PhotoOrder.kept
  /// Which of the layouts that come into question, from 1 for the best.
  package var pick = 1
  /// What is wished for the photos, in order; those that it has no place for are wished nothing for.
  package var photos: [PhotoWish] = []
  /// Between photos, and around all of them.
  package var gap = Length.zero
  package var margin = Length.zero
  /// What is seen between photos and through transparent ones; white by default.
  package var background: Background
  /// Of each photo.
  package var cornerRadius = Length.zero
  /// Around each photo, outside of it; nil for none.
  package var border: Outline?
  /// Of each photo with its border; its width is how soft it is. Nil for none.
  package var shadow: Outline?
  /// The colours that it is written in; sRGB by default.
  package var colourSpace = ColourSpace.sRGB
  package var fidelity = Fidelity.standard

  package init(
    canvas: Canvas = .auto(longSide: Canvas.defaultLongSide), layout: LayoutStyle = .mosaic,
    background: Background = .white
  ) {
    self.canvas = canvas
    self.layout = layout
    self.background = background
  }

  /// "mosaic", or "file" for a layout that was given as a file.
  package var layoutName: String { tree == nil ? layout.rawValue : "file" }
}
