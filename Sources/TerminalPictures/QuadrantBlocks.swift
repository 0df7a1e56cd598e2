package import PhotoCodecs

/// Pictures made of block elements: each cell shows two colours in the best of 16 patterns of 2x2 quadrants.
package enum QuadrantBlocks {
  /// The colours that a terminal supports.
  package enum ColourDepth: Hashable, Sendable {
    case trueColour
    case palette256
  }

  /// One text per row of cells; each ends with a reset and is exactly `columns` wide.
  ///
  /// - Parameters:
  ///   - raster: of any size; 2x2 pixels per cell are shown unchanged, other sizes are averaged.
  ///   - columns: in cells, above 0, like `rows`.
  ///   - marks: the labels to show; frames are expected to be in the raster.
  package static func rows(
    of raster: Raster, columns: Int, rows: Int, depth: ColourDepth, marks: CellMarks = CellMarks()
  ) -> [String] {
    precondition(columns > 0 && rows > 0)
    let grid = SampleGrid(of: raster, width: 2 * columns, height: 2 * rows)
    return (0..<rows).map { row in
      var line = BlockLine(depth: depth, columns: columns)
      let labels = marks.labels(inRow: row, columns: columns)
      for column in 0..<columns {
        if let label = labels.first(where: { $0.columns.contains(column) }) {
          if column == label.column { line.append(label) }
          continue
        }
        line.append(
          QuadrantCell(
            [
              grid[2 * column, 2 * row], grid[2 * column + 1, 2 * row],
              grid[2 * column, 2 * row + 1], grid[2 * column + 1, 2 * row + 1],
            ], depth: depth))
      }
      return line.finished()
    }
  }
}
