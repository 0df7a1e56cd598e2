/// Everything that decides where photos go.
package struct LayoutRequest: Hashable, Sendable {
  /// The photos' shapes, in order; at least one.
  package var shapes: [PhotoShape]
  /// A tree given in the options contains every photo once.
  package var options: LayoutOptions
  /// The width of the border around each photo, outside its frame.
  package var border = Length.zero

  package init(_ shapes: [PhotoShape], _ options: LayoutOptions = LayoutOptions()) {
    self.shapes = shapes
    self.options = options
  }
}

/// The distances of a layout in whole pixels.
struct LayoutSpacing: Hashable {
  /// From one frame to the next.
  let gap: Int
  /// From the canvas's edge to the frames.
  let inset: Int

  init(_ request: LayoutRequest, shortSide: Int) {
    let border = request.border.wholePixels(onShortSide: shortSide)
    gap = request.options.gap.wholePixels(onShortSide: shortSide) + 2 * border
    inset = request.options.margin.wholePixels(onShortSide: shortSide) + border
  }
}
