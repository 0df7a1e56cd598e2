internal import Imaging

extension GridCells {
  /// The cells with so many columns, and as many rows as a canvas has room for if the cells have
  /// the proportions that suit most photos; nil if there is no room for one row.
  ///
  /// - Parameters:
  ///   - ratios: of the photos, width to height; at least one.
  ///   - request: for these cells, on a canvas with a size, of one photo or more.
  package static func filling(
    columns: Int, ratios: [Double], _ request: (GridCells) -> LayoutRequest
  ) -> GridCells? {
    let ratio = min(max(GridLayout.cellRatio(ratios), leastRatio), largestRatio)
    var best: GridCells?
    for rows in 1...maxSide {
      guard let cells = GridCells(columns: columns, rows: rows),
        let size = GridLayout.frameSize(in: cells, request(cells))
      else { break }
      guard best == nil || Double(size.width) <= ratio * flatness * Double(size.height) else {
        break
      }
      best = cells
    }
    return best
  }

  /// No cell is narrower or wider than this, whatever the photos: others would be tiny in it.
  private static let (leastRatio, largestRatio) = (0.75, 1.5)
  /// How much flatter than that cells may become for one row more.
  private static let flatness = 1.08
}
