internal import Imaging

/// Everything that decides where photos go.
package struct LayoutRequest: Hashable, Sendable {
  /// The photos' shapes, in order; at least one.
  package var shapes: [PhotoShape]
  /// A tree given in the options contains every photo once.
  package var options: LayoutOptions
  /// The width of the border around each photo, outside its frame.
  package var border = Length.zero
  /// The texts outside of photos; nil for none.
  package var text: TextShape?

  package init(_ shapes: [PhotoShape], _ options: LayoutOptions = LayoutOptions()) {
    self.shapes = shapes
    self.options = options
  }
}

/// The distances of a layout in whole pixels.
struct LayoutSpacing: Hashable {
  /// From one frame to the next.
  let gap: Int
  /// From the canvas's edge to the frames, or to the title.
  let inset: Int
  /// For text; nil for none.
  private(set) var room: TextRoom?

  init(_ request: LayoutRequest, shortSide: Int) {
    let border = request.border.wholePixels(onShortSide: shortSide)
    gap = request.options.gap.wholePixels(onShortSide: shortSide) + 2 * border
    inset = request.options.margin.wholePixels(onShortSide: shortSide) + border
    room = request.text.map { [inset] in
      TextRoom($0, shortSide: shortSide, inset: inset, border: border)
    }
  }

  func with(_ room: TextRoom) -> LayoutSpacing {
    var spacing = self
    spacing.room = room
    return spacing
  }

  /// What a canvas has beside the area of frames, across and down.
  var around: PixelSize {
    PixelSize(width: 2 * inset, height: 2 * inset + (room?.titleHeight ?? 0))
  }
}
