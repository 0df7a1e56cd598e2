internal import Imaging

/// Everything that decides where photos go.
package struct LayoutRequest: Hashable, Sendable {
  /// The photos' shapes, in order; at least one.
  package var shapes: [PhotoShape]
  /// If the options contain a tree, it must contain every photo exactly once.
  package var options: LayoutOptions
  /// The width of the border around each photo, outside its frame.
  package var border = Length.zero
  /// The height of the border's lower side, where it is more than the border's width.
  package var lowerBorder = Length.zero
  /// The captions and the title outside the photos; nil if there are none.
  package var text: TextShape?
  /// The lines in the canvas's margins; nil for none.
  package var marginLines: MarginLines?
  /// How far from the canvas's edges texts stay, in pixels; for a canvas that has its size.
  package var safeInset = 0
  /// How wide the left and the right margin are at least, in pixels.
  package var sideMargins = SideMargins()

  package init(_ shapes: [PhotoShape], _ options: LayoutOptions = LayoutOptions()) {
    self.shapes = shapes
    self.options = options
  }
}

/// How wide the margins at two sides of a canvas are at least, in pixels: at the binding of a page.
package struct SideMargins: Hashable, Sendable {
  package var left = 0
  package var right = 0

  package init() {}
}

extension LayoutRequest {
  /// The same for a canvas with another long side.
  func with(longSide: Int) -> LayoutRequest {
    var request = self
    request.options.longSide = longSide
    return request
  }

  /// The long side with which no photo of a layout is enlarged so much that it looks soft, as far
  /// as that can be; nil if the canvas has its size, or it can stay.
  func sharpLongSide(instead layout: CollageLayout) -> Int? {
    guard options.canvas.needsLongSide, options.longSide == nil else { return nil }
    let enlargement = zip(shapes, layout.frames).map { $0.enlargement(in: $1) }.max() ?? 0
    guard enlargement > LayoutOptions.sharpEnlargement else { return nil }
    let side = Double(options.longestSide) * LayoutOptions.sharpEnlargement / enlargement
    return max(Int(side), LayoutOptions.leastLongSide)
  }
}

/// The distances of a layout in whole pixels.
struct LayoutSpacing: Hashable {
  /// The distance between neighbouring frames.
  let gap: Int
  /// The distance from the canvas's left edge to the frames.
  let left: Int
  /// The distance from its right edge to them.
  let right: Int
  /// The distance from its upper edge to the frames or the title.
  let top: Int
  /// The distance from its lower edge to them.
  let bottom: Int
  /// By how much the lower side of each border is higher than the border is wide.
  private let extraBelow: Int
  /// The space for captions and the title; nil if there are none.
  private(set) var room: TextRoom?

  init(_ request: LayoutRequest, shortSide: Int) {
    let options = request.options
    func pixels(_ length: Length) -> Int {
      length.wholePixels(onShortSide: shortSide, of: options.canvas)
    }
    let border = pixels(request.border)
    gap = pixels(options.gap) + 2 * border
    let margin = pixels(options.margin)
    let inset = margin + border
    left = max(margin, request.sideMargins.left) + border
    right = max(margin, request.sideMargins.right) + border
    let line = request.marginLines.map { lines in
      MarginLines.height(
        em: lines.em(onShortSide: shortSide, of: options.canvas), margin: inset,
        safeInset: request.safeInset, shortSide: shortSide)
    }
    top = request.marginLines?.hasHeader == true ? line ?? inset : inset
    bottom = request.marginLines?.hasFooter == true ? line ?? inset : inset
    let lowerBorder = max(pixels(request.lowerBorder), border)
    extraBelow = lowerBorder - border
    room = request.text.map { [top, bottom] in
      TextRoom(
        $0, shortSide: shortSide, of: options.canvas, inset: inset, top: top, bottom: bottom,
        border: border, lowerBorder: lowerBorder, safeInset: request.safeInset)
    }
  }

  /// The height of the strip below a photo, for its caption and for what its border's lower side is
  /// higher than the border is wide; 0 for none.
  func strip(below photo: Int) -> Int { room?.strip(below: photo) ?? extraBelow }

  /// Those of so many photos; empty if there are none.
  func strips(_ count: Int) -> [Int] {
    room == nil && extraBelow == 0 ? [] : (0..<count).map(strip(below:))
  }

  func with(_ room: TextRoom) -> LayoutSpacing {
    var spacing = self
    spacing.room = room
    return spacing
  }

  /// How much larger the canvas is than the area of the frames, across and down.
  var around: PixelSize {
    PixelSize(
      width: left + right, height: top + bottom + (room.map { $0.titleHeight + $0.lowerEdge } ?? 0))
  }
}
