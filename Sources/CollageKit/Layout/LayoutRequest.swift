/// Everything that decides where photos go.
package struct LayoutRequest: Hashable, Sendable {
  /// Of the photos, in order; at least one.
  package var shapes: [PhotoShape]
  package var canvas = Canvas.auto(longSide: Canvas.defaultLongSide)
  package var style = LayoutStyle.mosaic
  package var order = PhotoOrder.kept
  /// A layout that is given instead of a style; every photo is in it once.
  package var tree: SlicingTree?
  /// Between neighbours.
  package var gap = Length.zero
  /// Around all of them.
  package var margin = Length.zero
  /// Around each of them, outside of its frame.
  package var border = Length.zero

  package init(_ shapes: [PhotoShape]) { self.shapes = shapes }
}

/// The distances of a layout in whole pixels.
struct LayoutSpacing: Hashable {
  /// From one frame to the next.
  let gap: Int
  /// From the canvas's edge to the frames.
  let inset: Int

  init(_ request: LayoutRequest, shortSide: Int) {
    let border = request.border.wholePixels(onShortSide: shortSide)
    gap = request.gap.wholePixels(onShortSide: shortSide) + 2 * border
    inset = request.margin.wholePixels(onShortSide: shortSide) + border
  }
}
