internal import CFaces
internal import Glibc
internal import Imaging

/// A cell that may show a face, with what the network says about it.
struct FaceCandidate {
  /// From 0 to 1.
  let certainty: Double
  /// The face's area, in pixels.
  let area: Region

  /// The most certain has the highest one.
  var rank: (Double, Double, Double) { (certainty, area.x, area.y) }

  /// A cell of one of the network's grids, which lie over a picture.
  struct Cell {
    let column: Int
    let row: Int
    /// In pixels.
    let side: Double
  }

  /// The certainty from which a cell is a candidate.
  struct Limit {
    let certainty: Double
    /// Neither value of a cell with that certainty has lower log-odds, whatever the other one is.
    let logOdds: Float

    init(_ certainty: Double) {
      self.certainty = certainty
      let square = certainty * certainty
      logOdds = Float(log(square / (1 - square))) - 0.02
    }
  }

  /// Nil for a cell that is unlikely to show a face.
  ///
  /// - Parameters:
  ///   - all: of all cells.
  ///   - first: where the `CFACES_VALUES` of this cell begin.
  init?(_ all: [Float], from first: Int, of cell: Cell, above limit: Limit) {
    guard all[first] >= limit.logOdds, all[first + 1] >= limit.logOdds else { return nil }
    let values = all[first..<first + Int(CFACES_VALUES)].map(Double.init)
    func rounded(_ value: Double) -> Double { (value * 1024).rounded() / 1024 }
    certainty = rounded((1 / ((1 + exp(-values[0])) * (1 + exp(-values[1])))).squareRoot())
    guard certainty >= limit.certainty, values[4] < 8, values[5] < 8 else { return nil }
    let width = rounded(exp(values[4]) * cell.side)
    let height = rounded(exp(values[5]) * cell.side)
    area = Region(
      x: rounded((values[2] + Double(cell.column)) * cell.side - width / 2),
      y: rounded((values[3] + Double(cell.row)) * cell.side - height / 2),
      width: width, height: height)
  }

  init(certainty: Double, area: Region) {
    self.certainty = certainty
    self.area = area
  }

  /// The same find in a picture of which its own is a part, with its top left corner there.
  func moved(x: Int, y: Int) -> FaceCandidate {
    FaceCandidate(
      certainty: certainty,
      area: Region(
        x: area.x + Double(x), y: area.y + Double(y), width: area.width, height: area.height))
  }
}
