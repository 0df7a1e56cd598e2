package import Imaging

/// Where copies of a collage lie on a sheet of paper: in columns and rows around its middle, all
/// upright or all turned by a quarter. Pure; lengths are in points of 1/72 inch.
package struct SheetLayout: Hashable, Sendable {
  /// The copies, row by row, each with its bleed.
  package let copies: [PaperArea]
  /// Whether each is turned by a quarter, clockwise.
  package let isTurned: Bool
  private let printable: PaperArea

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
  private static let tolerance = 0.01

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

  /// Nil where they don't fit.
  ///
  /// - Parameters:
  ///   - copy: with its bleed.
  ///   - count: at least one; nil for as many as fit.
  package init?(
    of copy: PaperSize, on paper: PaperSize, _ spacing: Spacing = Spacing(), count: Int? = nil
  ) {
    printable = PaperArea(paper).inset(by: spacing.margin)
    let grids = Self.grids(of: copy, on: printable, spacing)
    let wanted = count ?? max(grids.map(\.count).max() ?? 0, 1)
    guard let grid = grids.first(where: { $0.count >= wanted }) else { return nil }
    isTurned = grid.isTurned
    let rows = (wanted + grid.columns - 1) / grid.columns
    let columns = (wanted + rows - 1) / rows
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

extension SheetLayout {
  /// From a copy to its marks.
  private static let markDistance = 0.5 * PaperUnit.pointsOfMillimetre
  private static let markLength = 4 * PaperUnit.pointsOfMillimetre
  /// Shorter marks are left out.
  private static let leastMark = 0.4 * PaperUnit.pointsOfMillimetre

  /// Lines beside all corners of the copies, where these are to be cut; outside of all copies, with
  /// their bleed, as far as there is room.
  ///
  /// - Parameter bleed: how far inside of a copy's edges it is cut.
  package func cutMarks(bleed: Double) -> [PrintedPage.CutMark] {
    var marks: [PrintedPage.CutMark] = []
    func add(_ mark: PrintedPage.CutMark) { if !marks.contains(mark) { marks.append(mark) } }
    for copy in copies {
      let trim = copy.inset(by: bleed)
      for span in [(copy.y, above(copy)), (copy.bottom, below(copy))].compactMap(mark) {
        for x in [trim.x, trim.right].map(Self.rounded) { add(.init(x: x...x, y: span)) }
      }
      for span in [(copy.x, left(of: copy)), (copy.right, right(of: copy))].compactMap(mark) {
        for y in [trim.y, trim.bottom].map(Self.rounded) { add(.init(x: span, y: y...y)) }
      }
    }
    return marks
  }

  /// So that marks of neighbours are the same.
  private static func rounded(_ points: Double) -> Double { (points * 1e4).rounded() / 1e4 }

  /// The mark from a copy's edge towards what comes next, a copy or the end of the paper; nil
  /// without room.
  private func mark(from edge: Double, to next: Double) -> ClosedRange<Double>? {
    let isDown = next > edge
    let isPaper = [printable.x, printable.y, printable.right, printable.bottom].contains(next)
    let room = abs(next - edge) - (isPaper ? 0 : Self.markDistance)
    let end = min(room, Self.markDistance + Self.markLength)
    guard end - Self.markDistance >= Self.leastMark else { return nil }
    let sides = [Self.markDistance, end].map { Self.rounded(isDown ? edge + $0 : edge - $0) }
    return min(sides[0], sides[1])...max(sides[0], sides[1])
  }

  private func inColumn(of copy: PaperArea) -> [PaperArea] { copies.filter { $0.x == copy.x } }
  private func inRow(of copy: PaperArea) -> [PaperArea] { copies.filter { $0.y == copy.y } }

  private func above(_ copy: PaperArea) -> Double {
    inColumn(of: copy).filter { $0.y < copy.y }.map(\.bottom).max() ?? printable.y
  }
  private func below(_ copy: PaperArea) -> Double {
    inColumn(of: copy).filter { $0.y > copy.y }.map(\.y).min() ?? printable.bottom
  }
  private func left(of copy: PaperArea) -> Double {
    inRow(of: copy).filter { $0.x < copy.x }.map(\.right).max() ?? printable.x
  }
  private func right(of copy: PaperArea) -> Double {
    inRow(of: copy).filter { $0.x > copy.x }.map(\.x).min() ?? printable.right
  }
}
