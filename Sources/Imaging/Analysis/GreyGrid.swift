/// The luma of 64x64 cells of a picture, whatever its shape.
package struct GreyGrid: Hashable, Sendable {
  /// The cells of a row and of a column.
  package static let side = 64

  /// Row by row, 0 to 255.
  package let values: [UInt8]

  /// Nil unless there is a value for each cell.
  package init?(values: [UInt8]) {
    guard values.count == Self.side * Self.side else { return nil }
    self.values = values
  }

  package init(_ plane: LumaPlane) {
    values = plane.resized(to: PixelSize(width: Self.side, height: Self.side)).values
  }

  /// The middle of the picture, as large as the whole: 25 cells become 27, each a mean of four that
  /// is weighted by how near they are.
  package var enlarged: GreyGrid {
    let last = Self.side - 1
    let cells = (0...last).flatMap { y in
      let (row, down) = (25 * y + 63).quotientAndRemainder(dividingBy: 27)
      return (0...last).map { x in
        let (column, across) = (25 * x + 63).quotientAndRemainder(dividingBy: 27)
        let corner = row * Self.side + column
        func between(_ left: Int) -> Int {
          (27 - across) * Int(values[left]) + across * Int(values[left + 1])
        }
        let sum = (27 - down) * between(corner) + down * between(corner + Self.side)
        return UInt8((sum + 364) / 729)
      }
    }
    return GreyGrid(values: cells)!
  }

  /// The means of 2x2 cells.
  var halved: [Int] {
    let half = Self.side / 2
    return (0..<half * half).map { place in
      let corner = place / half * 2 * Self.side + place % half * 2
      return
        (Int(values[corner]) + Int(values[corner + 1]) + Int(values[corner + Self.side])
        + Int(values[corner + Self.side + 1]) + 2) / 4
    }
  }
}
