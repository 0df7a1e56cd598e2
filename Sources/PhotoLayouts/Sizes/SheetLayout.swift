package import Imaging

/// Where copies of a collage lie on a sheet of paper: in columns and rows around its middle, all
/// upright or all turned by a quarter. Pure; lengths are in points of 1/72 inch.
package struct SheetLayout: Hashable, Sendable {
  /// The copies, row by row, each with its bleed.
  package let copies: [PaperArea]
  /// Whether each is turned by a quarter, clockwise.
  package let isTurned: Bool
  /// In each row but the last, which may have fewer.
  let columns: Int
  let paper: PaperSize
  /// What the printer can reach.
  let printable: PaperArea

  /// How copies lie on a sheet.
  package struct Spacing: Hashable, Sendable {
    /// Between copies.
    package let gap: Double
    /// What the printer can't reach, at each edge of the sheet.
    package let margin: Double

    package init(gap: Double = 0, margin: Double = 0) {
      self.gap = gap
      self.margin = margin
    }
  }

  /// Copies may be so much larger than the paper says: two of 2x6 inches fit on 4x6, however their
  /// sizes are rounded.
  static let tolerance = 0.01

  /// How many copies fit if all are turned alike.
  private struct Grid {
    let copy: PaperSize
    let isTurned: Bool
    let columns: Int
    let rows: Int

    init(of copy: PaperSize, on area: PaperArea, gap: Double, isTurned: Bool) {
      self.copy = isTurned ? copy.transposed : copy
      self.isTurned = isTurned
      func count(_ side: Double, in length: Double) -> Int {
        max(Int((length + gap + SheetLayout.tolerance) / (side + gap)), 0)
      }
      columns = count(self.copy.width, in: area.width)
      rows = count(self.copy.height, in: area.height)
    }

    var count: Int { columns * rows }
  }

  private static func grids(
    of copy: PaperSize, on area: PaperArea, _ spacing: Spacing
  ) -> [Grid] {
    [false, true].map { Grid(of: copy, on: area, gap: spacing.gap, isTurned: $0) }
  }

  /// How many copies fit; 0 where none does.
  package static func capacity(
    of copy: PaperSize, on paper: PaperSize, _ spacing: Spacing = Spacing()
  ) -> Int {
    let area = PaperArea(paper).inset(by: spacing.margin)
    return grids(of: copy, on: area, spacing).map(\.count).max() ?? 0
  }

  /// The widest gap with which so many copies fit, in either direction; nil if they don't even fit
  /// without one.
  private static func widestGap(
    _ count: Int, of copy: PaperSize, on area: PaperArea
  ) -> Double? {
    grids(of: copy, on: area, Spacing()).filter { $0.count >= count }.flatMap { grid in
      (1...grid.columns).compactMap { columns -> Double? in
        let rows = (count + columns - 1) / columns
        guard rows <= grid.rows else { return nil }
        func gap(_ length: Double, _ side: Double, _ number: Int) -> Double {
          number < 2 ? .infinity : (length - Double(number) * side) / Double(number - 1)
        }
        return min(
          gap(area.width, grid.copy.width, columns), gap(area.height, grid.copy.height, rows))
      }
    }.max()
  }

  /// The gap between copies that have cut marks: as wide as that, as far as no copy is lost; none
  /// where marks find no room in it.
  ///
  /// - Parameter count: of the copies; nil for as many as fit.
  package static func gapForMarks(
    upTo most: Double, of copy: PaperSize, on paper: PaperSize, margin: Double, count: Int?
  ) -> Double {
    let wanted = count ?? capacity(of: copy, on: paper, Spacing(margin: margin))
    guard wanted > 0,
      let gap = widestGap(wanted, of: copy, on: PaperArea(paper).inset(by: margin))
    else { return 0 }
    return gap < leastGapForMarks ? 0 : min(gap, most)
  }

  /// Nil where they don't fit.
  ///
  /// - Parameters:
  ///   - copy: with its bleed.
  ///   - count: at least one; nil for as many as fit.
  package init?(
    of copy: PaperSize, on paper: PaperSize, _ spacing: Spacing = Spacing(), count: Int? = nil
  ) {
    self.paper = paper
    printable = PaperArea(paper).inset(by: spacing.margin)
    let grids = Self.grids(of: copy, on: printable, spacing)
    let wanted = count ?? max(grids.map(\.count).max() ?? 0, 1)
    guard let grid = grids.first(where: { $0.count >= wanted }) else { return nil }
    isTurned = grid.isTurned
    let rows = (wanted + grid.columns - 1) / grid.columns
    let columns = (wanted + rows - 1) / rows
    self.columns = columns
    let (width, height) = (grid.copy.width + spacing.gap, grid.copy.height + spacing.gap)
    let left = (paper.width - Double(columns) * width + spacing.gap) / 2
    let top = (paper.height - Double(rows) * height + spacing.gap) / 2
    copies = (0..<wanted).map { place in
      PaperArea(
        x: left + Double(place % columns) * width, y: top + Double(place / columns) * height,
        width: grid.copy.width, height: grid.copy.height)
    }
  }
}
