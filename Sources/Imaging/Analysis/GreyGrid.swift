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

  /// By the cells of a diagonal, which tell different pictures apart and are quickly hashed.
  package func hash(into hasher: inout Hasher) {
    for place in stride(from: 0, to: values.count, by: Self.side + 1) {
      hasher.combine(values[place])
    }
  }

  package init(_ plane: LumaPlane) {
    values = plane.resized(to: PixelSize(width: Self.side, height: Self.side)).values
  }

  /// The middle of the picture, as large as the whole: 25 cells become 27, each a mean of four that
  /// is weighted by how near they are.
  package var enlarged: GreyGrid {
    let old = 25
    let new = 27
    // Where the first new cell lies, in parts of an old one: half of what is left out.
    let margin = (Self.side - 1) * (new - old) / 2
    var cells: [UInt8] = []
    for y in 0..<Self.side {
      let (row, down) = (old * y + margin).quotientAndRemainder(dividingBy: new)
      for x in 0..<Self.side {
        let (column, across) = (old * x + margin).quotientAndRemainder(dividingBy: new)
        let corner = row * Self.side + column
        func between(_ left: Int) -> Int {
          (new - across) * Int(values[left]) + across * Int(values[left + 1])
        }
        let sum = (new - down) * between(corner) + down * between(corner + Self.side)
        cells.append(UInt8((sum + new * new / 2) / (new * new)))
      }
    }
    return GreyGrid(values: cells)!
  }

  /// A number that different pictures hardly ever share.
  package var fingerprint: UInt64 {
    unsafe values.withUnsafeBytes { bytes in
      var hash: UInt64 = 0
      for place in stride(from: 0, to: bytes.count, by: 8) {
        let word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        // By the golden ratio, an odd number that spreads bits.
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      return hash
    }
  }

  /// The means of 2x2 cells.
  var halved: [Int32] {
    let half = Self.side / 2
    var means = [Int32](repeating: 0, count: half * half)
    for y in 0..<half {
      for x in 0..<half {
        let corner = 2 * (y * Self.side + x)
        let below = corner + Self.side
        let upper = Int32(values[corner]) &+ Int32(values[corner + 1])
        let lower = Int32(values[below]) &+ Int32(values[below + 1])
        means[y * half + x] = (upper &+ lower &+ 2) / 4
      }
    }
    return means
  }
}
