/// Everything that decides where photos go.
package struct LayoutRequest: Hashable, Sendable {
  /// Of the photos, in order; at least one.
  package var shapes: [PhotoShape]
  /// Where a tree is given, every photo is in it once.
  package var options: LayoutOptions
  /// Around each of them, outside of its frame.
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
