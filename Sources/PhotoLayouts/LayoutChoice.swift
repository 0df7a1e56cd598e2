internal import Imaging

/// All layouts worth offering for some photos, the best first. Pure: sizes and options in, frames
/// out.
///
/// A layout's score is the mean share of a photo that is cropped, plus what uneven sizes, another
/// order and edges that nearly meet cost (`TreeScorer`). An automatic canvas needs no crop but for
/// such edges; there its shape counts as well, or six equal photos would make a ribbon.
package struct LayoutChoice: Sendable {
  /// How many trees were considered; for more than six photos, how many joins of two parts; 1 if
  /// there was no choice.
  package let considered: Int
  private let layouts: Layouts

  private enum Layouts: Sendable {
    case grid(LayoutRequest, LayoutSpacing)
    case trees(TreeRanking)
    case placed(LayoutRequest, PlacedFrames, LayoutSpacing)

    /// The canvas of the best layout, in its largest size.
    var largestCanvas: PixelSize? {
      switch self {
      case .grid(let request, let spacing):
        request.lettered(spacing) { GridLayout.layout(of: $0, $1) }?.canvas
      case .trees(let ranking): ranking.largestCanvas
      case .placed(_, let frames, _): frames.canvas
      }
    }
  }

  /// - Parameters:
  ///   - threads: how many may search at once; the layouts are the same for any number.
  ///   - isCancelled: called often, on any of them; once it returns true the search stops.
  package init(
    _ request: LayoutRequest, threads: Int = 1, isCancelled: @escaping @Sendable () -> Bool
  ) throws(LayoutCancelled) {
    precondition(!request.shapes.isEmpty)
    if let placed = request.options.placed, placed.layout(of: request, room: nil) != nil {
      considered = 1
      layouts = Self.settled(request) { .placed(request, placed, $0) }
      return
    }
    guard request.options.tree != nil || request.options.style != .grid else {
      considered = 1
      layouts = Self.settled(request) { .grid(request, $0) }
      return
    }
    let search = try TreeSearch(request, threads: threads, isCancelled: isCancelled)
    considered = search.considered
    layouts = try Self.settled(request) { spacing throws(LayoutCancelled) in
      .trees(
        try TreeRanking(
          search, for: request, spacing, threads: threads, isCancelled: isCancelled))
    }
  }

  /// Every layout for the request, from a search that can't be cancelled.
  package init(_ request: LayoutRequest) {
    do throws(LayoutCancelled) {
      try self.init(request) { false }
    } catch {
      preconditionFailure("nobody cancels this search")
    }
  }

  /// How many layouts there are.
  package var count: Int {
    switch layouts {
    case .grid, .placed: 1
    case .trees(let ranking): ranking.count
    }
  }

  /// The layout of this rank, from 0 for the best; nil when the canvas is too small for it.
  package subscript(rank: Int) -> CollageLayout? {
    switch layouts {
    case .grid(let request, let spacing):
      request.layout(spacing) { GridLayout.layout(of: $0, $1) }
    case .trees(let ranking): ranking.layouts(rank..<rank + 1)[0]
    case .placed(let request, let placed, let spacing):
      request.lettered(spacing) { placed.layout(of: $0, room: $1.room) }
    }
  }

  /// The layouts of some ranks, which costs less than to ask for each.
  package subscript(ranks: Range<Int>) -> [CollageLayout?] {
    switch layouts {
    case .grid, .placed: ranks.map { self[$0] }
    case .trees(let ranking): ranking.layouts(ranks)
    }
  }

  /// Finds the spacing in pixels. If it is a percentage and the canvas is automatic, the two depend
  /// on each other, so both are found by iteration; the canvas hardly changes with the spacing.
  private static func settled<Failure>(
    _ request: LayoutRequest, _ layouts: (LayoutSpacing) throws(Failure) -> Layouts
  ) throws(Failure) -> Layouts {
    if let size = request.options.canvasSize {
      return try layouts(LayoutSpacing(request, shortSide: min(size.width, size.height)))
    }
    var spacing = LayoutSpacing(
      request, shortSide: Int(Double(request.options.longestSide) / CanvasCost.pleasantRatio))
    for _ in 0..<4 {
      let found = try layouts(spacing)
      guard let canvas = found.largestCanvas else { return found }
      let next = LayoutSpacing(request, shortSide: min(canvas.width, canvas.height))
      if next == spacing { return found }
      spacing = next
    }
    return try layouts(spacing)
  }
}

extension LayoutRequest {
  /// The area of a canvas that frames may use.
  func area(of canvas: PixelSize, _ spacing: LayoutSpacing) -> PixelRect {
    let title = spacing.room.map { $0.isTitleAbove ? $0.titleHeight : 0 } ?? 0
    return PixelRect(
      x: spacing.left, y: spacing.top + title, width: canvas.width - spacing.around.width,
      height: canvas.height - spacing.around.height)
  }

  /// The canvas with this long side that frames of these proportions fill completely.
  static func canvas(longSide: Int, around line: TreeFitter.Line, _ spacing: LayoutSpacing)
    -> PixelSize
  {
    let around = spacing.around
    let height = line.height(Double(longSide - around.width))
    let maxHeight = Double(longSide - around.height)
    return height <= maxHeight
      ? PixelSize(width: longSide, height: max(Int(height.rounded()) + around.height, 1))
      : PixelSize(
        width: max(Int(line.width(maxHeight).rounded()) + around.width, 1), height: longSide)
  }
}

extension PhotoShape {
  /// The part of a cell that this photo fills: all of it, unless the photo must stay whole and has
  /// other proportions than the cell; then it stands in the cell's middle.
  func frame(in cell: PixelRect) -> Frame {
    guard cropTolerance == 0, cell.width > 0, cell.height > 0 else { return Frame(cell) }
    let width = max(min(cell.width, Int((Double(cell.height) * ratio).rounded())), 1)
    let height = max(min(cell.height, Int((Double(cell.width) / ratio).rounded())), 1)
    // A difference of one pixel comes from rounding.
    if cell.width - width <= 1, cell.height - height <= 1 { return Frame(cell) }
    return Frame(
      x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width: width,
      height: height)
  }
}
