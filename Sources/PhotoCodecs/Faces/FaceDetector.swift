internal import CFaces
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

  /// Gives the memory of pictures that were looked at back to the system.
  package func releaseMemory() { memories.withLock { $0 = [] } }

  /// The certainty, 0 to 1, from which a find counts as a face: in 113 photos of people and 98
  /// others this leaves hardly any false ones.
  private static let limit = FaceCandidate.Limit(0.6)
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
  /// - Cost: 0.5 ms for 400x275 pixels without people, up to 2.5 ms where they are everywhere, and
  ///   3 MiB.
  package func faces(in raster: Raster) throws(CodecError) -> [Region] {
    guard let memory = memories.withLock({ $0.popLast() }) ?? Memory() else { throw .outOfMemory }
    defer { memories.withLock { $0.append(memory) } }
    var candidates: [FaceCandidate] = []
    for window in try windows(in: raster, memory) {
      let first = unsafe raster.pixels + window.y * raster.stride + 4 * window.x
      candidates += try unsafe look(
        first, stride: raster.stride, window.size, from: Self.limit, memory
      ).map { $0.moved(x: window.x, y: window.y) }
    }
    var faces: [FaceCandidate] = []
    for candidate in candidates.sorted(by: { $0.rank > $1.rank })
    where faces.allSatisfy({ $0.area.overlap(candidate.area) <= Self.maxOverlap }) {
      faces.append(candidate)
    }
    let (width, height) = (Double(raster.size.width), Double(raster.size.height))
    return faces.map { $0.area.scaled(across: 1 / width, down: 1 / height) }
  }

  /// Where in a picture there may be faces.
  private func windows(in raster: Raster, _ memory: Memory) throws(CodecError) -> [PixelRect] {
    let size = raster.size
    guard min(size.width, size.height) >= FaceWindows.minSide else { return [PixelRect(size)] }
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    var pixels = [UInt8](repeating: 0, count: 4 * half.pixels)
    unsafe cfaces_halve(raster.pixels, Int32(size.width), Int32(size.height), &pixels)
    var windows = FaceWindows(in: size)
    let candidates = try unsafe look(
      pixels, stride: 4 * half.width, half, from: FaceWindows.limit, memory)
    for candidate in candidates { windows.add(candidate) }
    return windows.all
  }

  /// The cells that may show a face, grid by grid.
  ///
  /// - Parameters:
  ///   - pixels: the first of a picture, or of a part of one.
  ///   - stride: the bytes from one row to the next.
  private func look(
    _ pixels: UnsafePointer<UInt8>, stride: Int, _ size: PixelSize,
    from limit: FaceCandidate.Limit, _ memory: Memory
  ) throws(CodecError) -> [FaceCandidate] {
    let grids = (0..<Int32(CFACES_GRIDS)).map { grid in
      Grid(
        cell: Double(cfaces_cell(grid)), columns: Int(cfaces_cells(grid, Int32(size.width))),
        rows: Int(cfaces_cells(grid, Int32(size.height))))
    }
    var values = [Float](
      repeating: 0, count: grids.map { $0.columns * $0.rows }.reduce(0, +) * Int(CFACES_VALUES))
    guard
      unsafe cfaces_look(
        memory.handle, pixels, stride, Int32(size.width), Int32(size.height), &values) == 0
    else {
      throw .outOfMemory
    }
    var first = 0
    var candidates: [FaceCandidate] = []
    for grid in grids {
      for y in 0..<grid.rows {
        for x in 0..<grid.columns {
          let cell = FaceCandidate.Cell(column: x, row: y, side: grid.cell)
          if let found = FaceCandidate(values, from: first, of: cell, above: limit) {
            candidates.append(found)
          }
          first += Int(CFACES_VALUES)
        }
      }
    }
    return candidates
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
}
