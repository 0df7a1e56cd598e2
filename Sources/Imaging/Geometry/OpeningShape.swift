/// Which part of an opening's rectangle shows its photo, where that isn't (nearly) all of it: a
/// circle's corners are hidden, and what lies below a ribbon.
package struct OpeningShape: Hashable, Sendable {
  /// The rectangle is looked at in so many columns and rows.
  private static let side = 96
  /// A region is looked at in so many columns and rows.
  private static let samples = 12

  /// By rows from the top, whether the middle of each cell is clear.
  private let cells: [Bool]

  /// - Parameter isClear: of a place in shares of the rectangle.
  package init(_ isClear: (_ across: Double, _ down: Double) -> Bool) {
    let side = Self.side
    cells = (0..<side * side).map { index in
      let (x, y) = (index % side, index / side)
      return isClear((Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side))
    }
  }

  /// The share of an area that shows the photo, 0 to 1, of which only the ellipse counts that fills
  /// it: a face has no corners.
  ///
  /// - Parameter area: in shares of the rectangle; of what is beyond it nothing shows.
  package func visibleShare(of area: Region) -> Double {
    var (inside, visible) = (0, 0)
    for row in 0..<Self.samples {
      for column in 0..<Self.samples {
        let (u, v) = (Self.place(column), Self.place(row))
        guard (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5) <= 0.25 else { continue }
        inside += 1
        if isClear(area.x + u * area.width, area.y + v * area.height) { visible += 1 }
      }
    }
    return Double(visible) / Double(inside)
  }

  private static func place(_ index: Int) -> Double { (Double(index) + 0.5) / Double(samples) }

  private func isClear(_ across: Double, _ down: Double) -> Bool {
    guard across >= 0, across < 1, down >= 0, down < 1 else { return false }
    let side = Double(Self.side)
    return cells[Int(down * side) * Self.side + Int(across * side)]
  }
}
