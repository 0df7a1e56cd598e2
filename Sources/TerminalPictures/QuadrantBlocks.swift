package import Imaging

/// Pictures made of block elements: each cell shows two colours in the best of 16 patterns of 2x2
/// quadrants.
package enum QuadrantBlocks {
  /// The colours that a terminal supports.
  package enum ColourDepth: Hashable, Sendable {
    case trueColour
    case palette256
  }

  /// One text per row of cells; each ends with a reset and is exactly `columns` wide.
  ///
  /// Colours of a palette are dithered from cell to cell, so that gradients have no steps.
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
    var diffusion = ErrorDiffusion(width: columns)
    return (0..<rows).map { row in
      var line = BlockLine(depth: depth, columns: columns)
      let labels = marks.labels(inRow: row, columns: columns)
      for column in 0..<columns {
        if let label = labels.first(where: { $0.columns.contains(column) }) {
          if column == label.column { line.append(label) }
          continue
        }
        var quadrants: [4 of SIMD4<Int32>] = [
          grid[2 * column, 2 * row], grid[2 * column + 1, 2 * row],
          grid[2 * column, 2 * row + 1], grid[2 * column + 1, 2 * row + 1],
        ]
        if depth == .palette256 {
          for index in 0..<4 { quadrants[index] = diffusion.value(column, quadrants[index]) }
        }
        let cell = QuadrantCell(quadrants, depth: depth)
        if depth == .palette256 {
          let wanted = quadrants[0] &+ quadrants[1] &+ quadrants[2] &+ quadrants[3]
          diffusion.record((wanted &- cell.shown(depth)) / 4, at: column)
        }
        line.append(cell)
      }
      diffusion.endRow()
      return line.finished()
    }
  }
}
