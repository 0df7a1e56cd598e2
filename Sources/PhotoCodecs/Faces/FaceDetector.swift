internal import CFaces
internal import Glibc
package import Imaging

/// Finds faces in pictures by a small neural network that is part of the program (`CFaces`).
package enum FaceDetector {
  /// What it is, as users read it.
  package static let name = "YuNet"
  /// The size at which it looks at a picture of this size: about 480 pixels on the longer side, so
  /// that it finds faces from a fiftieth of that upwards. If possible it is one at which JPEG
  /// decoders deliver the picture without further work.
  package static func size(for picture: PixelSize) -> PixelSize {
    [1, 2, 4, 8].map(picture.reduced(toEighths:)).first {
      (400...560).contains(max($0.width, $0.height))
    }
      ?? picture.reduced(toLongSide: 480)
  }

  /// The certainty, 0 to 1, from which a find counts as a face: in 113 photos of people and 98
  /// others this leaves hardly any false ones.
  private static let certainty = 0.6
  /// If two finds overlap by more than this share of their areas, they are the same face.
  private static let maxOverlap = 0.3

  /// The faces in an upright picture, from forehead to chin, in shares of its width and height; the
  /// most certain first.
  ///
  /// The result is the same on every machine: so are the network's sums, and what is computed from
  /// them is rounded.
  ///
  /// - Parameter raster: with sides of at most 1024 pixels.
  /// - Throws: `outOfMemory`.
  /// - Cost: 6 ms and 5 MiB for 480x360 pixels.
  package static func faces(in raster: Raster) throws(CodecError) -> [Region] {
    let grids = (0..<Int32(CFACES_GRIDS)).map { grid in
      Grid(
        cell: Double(cfaces_cell(grid)), columns: Int(cfaces_cells(grid, Int32(raster.size.width))),
        rows: Int(cfaces_cells(grid, Int32(raster.size.height))))
    }
    var values = [Float](
      repeating: 0, count: grids.map { $0.columns * $0.rows }.reduce(0, +) * Int(CFACES_VALUES))
    guard
      unsafe cfaces_look(
        raster.pixels, Int32(raster.size.width), Int32(raster.size.height), &values) == 0
    else {
      throw .outOfMemory
    }
    var rest = values[...]
    var candidates: [Candidate] = []
    for grid in grids {
      for y in 0..<grid.rows {
        for x in 0..<grid.columns {
          if let found = Candidate(rest.prefix(Int(CFACES_VALUES)), x, y, grid.cell) {
            candidates.append(found)
          }
          rest = rest.dropFirst(Int(CFACES_VALUES))
        }
      }
    }
    var faces: [Candidate] = []
    for candidate in candidates.sorted(by: { $0.rank > $1.rank })
    where faces.allSatisfy({ $0.area.overlap(candidate.area) <= maxOverlap }) {
      faces.append(candidate)
    }
    let (width, height) = (Double(raster.size.width), Double(raster.size.height))
    return faces.map { $0.area.scaled(across: 1 / width, down: 1 / height) }
  }

  /// A grid of cells over the picture. The network gives values for each cell.
  private struct Grid {
    let cell: Double
    let columns: Int
    let rows: Int
  }

  /// A cell that may show a face, with what the network says about it.
  private struct Candidate {
    let certainty: Double
    /// The face's area, in pixels.
    let area: Region

    var rank: (Double, Double, Double) { (certainty, area.x, area.y) }

    /// Nil for a cell that is unlikely to show a face.
    ///
    /// - Parameter values: `CFACES_VALUES` of them.
    init?(_ values: ArraySlice<Float>, _ column: Int, _ row: Int, _ cell: Double) {
      let values = values.map(Double.init)
      func rounded(_ value: Double) -> Double { (value * 1024).rounded() / 1024 }
      certainty = rounded((1 / ((1 + exp(-values[0])) * (1 + exp(-values[1])))).squareRoot())
      guard certainty >= FaceDetector.certainty, values[4] < 8, values[5] < 8 else { return nil }
      let (width, height) = (rounded(exp(values[4]) * cell), rounded(exp(values[5]) * cell))
      area = Region(
        x: rounded((values[2] + Double(column)) * cell - width / 2),
        y: rounded((values[3] + Double(row)) * cell - height / 2), width: width, height: height)
    }
  }
}
