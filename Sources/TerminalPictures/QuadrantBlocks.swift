package import PhotoCodecs

/// Pictures of block elements: each cell shows two colours in the best of 16 patterns of two by two quadrants.
package enum QuadrantBlocks {
  /// The colours that a terminal has.
  package enum ColourDepth: Hashable, Sendable {
    case trueColour
    case palette256
  }

  /// One text for each row of cells; each ends with a reset and is exactly `columns` wide.
  ///
  /// - Parameters:
  ///   - raster: of any size; one of two by two pixels a cell is shown as it is, else averages over it.
  ///   - columns: above 0, as is `rows`.
  package static func rows(of raster: Raster, columns: Int, rows: Int, depth: ColourDepth) -> [String] {
    precondition(columns > 0 && rows > 0)
    let grid = SampleGrid(of: raster, width: 2 * columns, height: 2 * rows)
    return (0..<rows).map { row in
      var line = BlockLine(depth: depth, columns: columns)
      for column in 0..<columns {
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
