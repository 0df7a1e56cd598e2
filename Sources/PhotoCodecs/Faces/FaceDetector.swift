internal import CFaces
internal import Glibc
package import Imaging
internal import ThreadPool

/// Finds faces in pictures by a small neural network that is part of the program (`CFaces`).
///
/// Keeps some MiB for each thread that used it at once, for the next pictures.
package final class FaceDetector: Sendable {
  /// What it is, as users read it.
  package static let name = "YuNet"
  /// The size at which it looks at a picture of this size: 400 to 560 pixels on the longer side, if
  /// there are so many, so that it finds faces from a fortieth of that upwards. Where it can be, it
  /// is a whole part of the picture's, and the smallest of them, which is reduced fastest.
  package static func size(for picture: PixelSize) -> PixelSize {
    let longSide = max(picture.width, picture.height)
    let parts = max(longSide / 400, 1)
    guard (longSide / parts) > 560 else {
      return PixelSize(
        width: max(picture.width / parts, 1), height: max(picture.height / parts, 1))
    }
    return picture.reduced(toLongSide: 480)
  }

  /// What isn't in use.
  private let memories = Locked([Memory]())

  package init() {}

  /// The certainty, 0 to 1, from which a find counts as a face: in 113 photos of people and 98
  /// others this leaves hardly any false ones.
  private static let certainty = 0.6
  /// The log-odds below which neither value of a cell leaves this certainty, whatever the other one
  /// is: at -0.6 it is 0.595 at most.
  private static let leastLogOdds: Float = -0.6
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
  /// - Cost: 4 ms and 4 MiB for 480x360 pixels.
  package func faces(in raster: Raster) throws(CodecError) -> [Region] {
    let grids = (0..<Int32(CFACES_GRIDS)).map { grid in
      Grid(
        cell: Double(cfaces_cell(grid)), columns: Int(cfaces_cells(grid, Int32(raster.size.width))),
        rows: Int(cfaces_cells(grid, Int32(raster.size.height))))
    }
    var values = [Float](
      repeating: 0, count: grids.map { $0.columns * $0.rows }.reduce(0, +) * Int(CFACES_VALUES))
    guard let memory = memories.withLock({ $0.popLast() }) ?? Memory() else { throw .outOfMemory }
    defer { memories.withLock { $0.append(memory) } }
    guard
      unsafe cfaces_look(
        memory.handle, raster.pixels, Int32(raster.size.width), Int32(raster.size.height), &values)
        == 0
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
    where faces.allSatisfy({ $0.area.overlap(candidate.area) <= Self.maxOverlap }) {
      faces.append(candidate)
    }
    let (width, height) = (Double(raster.size.width), Double(raster.size.height))
    return faces.map { $0.area.scaled(across: 1 / width, down: 1 / height) }
  }

  /// Safe, because nobody else has the handle, which one detection at a time uses.
  @safe private final class Memory: @unchecked Sendable {
    let handle: OpaquePointer

    /// Nil if the system has none.
    init?() {
      guard let handle = unsafe cfaces_memory_create() else { return nil }
      unsafe self.handle = handle
    }

    deinit { unsafe cfaces_memory_destroy(handle) }
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
      let first = values.startIndex
      guard values[first] >= FaceDetector.leastLogOdds,
        values[first + 1] >= FaceDetector.leastLogOdds
      else { return nil }
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
