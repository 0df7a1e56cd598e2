/// Text and frames drawn over a picture made of characters.
package struct CellMarks: Hashable, Sendable {
  /// A text in one row of cells.
  package struct Label: Hashable, Sendable {
    /// The position of its first character, from 0 at the picture's top left.
    package let row: Int
    package let column: Int
    /// Characters that take one column each.
    package let text: String
    package let isHighlighted: Bool

    package init(row: Int, column: Int, text: String, isHighlighted: Bool = false) {
      self.row = row
      self.column = column
      self.text = text
      self.isHighlighted = isHighlighted
    }

    var columns: Range<Int> { column..<column + text.count }
  }

  /// A photo's rectangle of cells, whose edges are drawn in pictures without colours.
  package struct Frame: Hashable, Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>
    package let isHighlighted: Bool

    package init(rows: Range<Int>, columns: Range<Int>, isHighlighted: Bool = false) {
      self.rows = rows
      self.columns = columns
      self.isHighlighted = isHighlighted
    }
  }

  package var labels: [Label]
  package var frames: [Frame]

  package init(labels: [Label] = [], frames: [Frame] = []) {
    self.labels = labels
    self.frames = frames
  }

  /// The labels of a row that fit into it; a label that would overlap an earlier one is left out.
  func labels(inRow row: Int, columns: Int) -> [Label] {
    labels.reduce(into: []) { shown, label in
      guard label.row == row, label.column >= 0, label.columns.upperBound <= columns else { return }
      if !shown.contains(where: { $0.columns.overlaps(label.columns) }) { shown.append(label) }
    }
  }
}
