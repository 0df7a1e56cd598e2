package import Imaging

/// Equal cells in rows, which are filled one after the other; the last may stay empty, so that many
/// collages have the same cells.
package struct GridCells: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  static let maxSide = 100

  /// Nil unless both are from 1 to 100.
  package init?(columns: Int, rows: Int) {
    guard (1...Self.maxSide).contains(columns), (1...Self.maxSide).contains(rows) else {
      return nil
    }
    self.columns = columns
    self.rows = rows
  }

  /// `5x6`: columns and rows; nil for any other text.
  package init?(_ text: String) {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { side in side.allSatisfy { $0.isASCII && $0.isNumber } ? Int(side) : nil }
    guard sides.count == 2, let columns = sides[0], let rows = sides[1] else { return nil }
    self.init(columns: columns, rows: rows)
  }

  package var count: Int { columns * rows }

  /// As a user would write it: "5x6".
  package var text: String { "\(columns)x\(rows)" }

  /// The width of a cell in pixels, at least 1.
  package func width(on canvas: PixelSize, _ request: LayoutRequest) -> Int {
    let spacing = LayoutSpacing(request, shortSide: min(canvas.width, canvas.height))
    return max((canvas.width - spacing.around.width - (columns - 1) * spacing.gap) / columns, 1)
  }
}
