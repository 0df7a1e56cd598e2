internal import PhotoCodecs

/// All layouts that are worth offering for some photos, the best first. Pure: sizes and photoOptions in, frames out.
///
/// How good one is: the mean share of a photo that is cropped, plus a tenth of how uneven the photos' areas are (their
/// Kullback-Leibler divergence from what was asked for). On a canvas that is free to take any proportions there is no crop;
/// there a tenth of the squared logarithm of how far it is from 16:10 counts, or six equal photos would make a ribbon.
package struct LayoutChoice: Sendable {
  /// How many trees were looked at, beyond six photos how many joins of two parts; 1 where there was no choice.
  package let considered: Int
  private let layouts: Layouts

  private enum Layouts: Sendable {
    case grid(LayoutRequest, LayoutSpacing)
    case trees(TreeRanking)
  }

  /// - Parameter isCancelled: asked again and again; once it says so, the search is cut short, and what was found so far is no
  ///   answer.
  package init(_ request: LayoutRequest, isCancelled: () -> Bool = { false }) {
    precondition(!request.shapes.isEmpty)
    guard request.options.tree != nil || request.options.style != .grid else {
      considered = 1
      layouts = Self.settled(request) { .grid(request, $0) }
      return
    }
    let search = TreeSearch(request, isCancelled: isCancelled)
    considered = search.considered
    layouts = Self.settled(request) { .trees(TreeRanking(search, for: request, $0, isCancelled: isCancelled)) }
  }

  /// How many layouts there are.
  package var count: Int {
    switch layouts {
    case .grid: 1
    case .trees(let ranking): ranking.count
    }
  }

  /// The layout of this rank, from 0 for the best; nil when the canvas is too small for it.
  package subscript(rank: Int) -> CollageLayout? {
    switch layouts {
    case .grid(let request, let spacing): GridLayout.layout(of: request, spacing)
    case .trees(let ranking): ranking.layout(rank)
    }
  }

  /// Finds the spacing in pixels. A percentage of the short side of a canvas whose proportions follow from the layout is
  /// found by trying: the canvas hardly changes with the spacing.
  private static func settled(_ request: LayoutRequest, _ layouts: (LayoutSpacing) -> Layouts) -> Layouts {
    if let size = request.options.canvas.size {
      return layouts(LayoutSpacing(request, shortSide: min(size.width, size.height)))
    }
    var spacing = LayoutSpacing(
      request, shortSide: Int(Double(request.options.longSide) / TreeRanking.pleasantRatio))
    for _ in 0..<4 {
      let found = layouts(spacing)
      guard let canvas = LayoutChoice(considered: 1, layouts: found)[0]?.canvas else { return found }
      let next = LayoutSpacing(request, shortSide: min(canvas.width, canvas.height))
      if next == spacing { return found }
      spacing = next
    }
    return layouts(spacing)
  }

  private init(considered: Int, layouts: Layouts) {
    self.considered = considered
    self.layouts = layouts
  }
}

extension LayoutRequest {
  /// The part of a canvas that frames may take.
  func area(of canvas: PixelSize, _ spacing: LayoutSpacing) -> PixelRect {
    PixelRect(
      x: spacing.inset, y: spacing.inset, width: canvas.width - 2 * spacing.inset,
      height: canvas.height - 2 * spacing.inset)
  }

  /// The canvas with this long side on which frames of these proportions leave nothing empty.
  static func canvas(longSide: Int, around line: TreeFitter.Line, _ spacing: LayoutSpacing) -> PixelSize {
    let most = Double(longSide - 2 * spacing.inset)
    let height = line.height(most)
    let around = 2 * spacing.inset
    return height <= most
      ? PixelSize(width: longSide, height: max(Int(height.rounded()) + around, 1))
      : PixelSize(width: max(Int(line.width(most).rounded()) + around, 1), height: longSide)
  }
}

extension PhotoShape {
  /// The part of a cell that this photo gets: all of it, unless the photo must stay whole and has other proportions.
  func frame(in cell: PixelRect) -> PixelRect {
    guard cropTolerance == 0, cell.width > 0, cell.height > 0 else { return cell }
    let width = max(min(cell.width, Int((Double(cell.height) * ratio).rounded())), 1)
    let height = max(min(cell.height, Int((Double(cell.width) / ratio).rounded())), 1)
    // A pixel is what whole pixels cost.
    if cell.width - width <= 1, cell.height - height <= 1 { return cell }
    return PixelRect(
      x: cell.x + (cell.width - width) / 2, y: cell.y + (cell.height - height) / 2, width: width, height: height)
  }
}
