/// The details of a picture that consists of letters and lines, such as a scanned page or a
/// screenshot: different ones are often composed alike, so that only what is written tells them
/// apart.
package struct WrittenPage: Hashable, Sendable {
  /// The cells of a row and of a column.
  private static let side = 128
  private static let blockSide = 16
  /// By how many cells a block may be shifted.
  private static let freedom = 2
  /// The correlation from which two show the same: of copies it is above 0.95, of pages by the same
  /// template below 0.83.
  private static let sameText = 0.9
  /// What a picture must have to count as written, in thousandths of its pixels: so many of nearly
  /// the brightness that is most frequent, and so many steep edges.
  private static let minPaper = 450
  private static let minEdges = 50
  /// How far apart the brightness of paper may be, and from where an edge is steep.
  private static let paperRange = 17
  private static let steep = 24

  /// The bytes of `packed`.
  package static let byteCount = side * side / 2

  /// The luma of the cells in sixteenths, row by row; the first of two cells in the lower half of a
  /// byte.
  package let packed: [UInt8]

  /// - Parameter packed: `byteCount` of them.
  package init?(packed: [UInt8]) {
    guard packed.count == Self.byteCount else { return nil }
    self.packed = packed
  }

  /// Nil for a picture that isn't written.
  ///
  /// - Parameters:
  ///   - plane: the picture, with a longer side of about 360 pixels.
  ///   - larger: the same with more pixels, if there are.
  package init?(_ plane: LumaPlane, larger: LumaPlane) {
    guard Self.isWritten(plane) else { return nil }
    let cells = larger.resized(to: PixelSize(width: Self.side, height: Self.side)).values
    packed = (0..<Self.byteCount).map { cells[2 * $0] >> 4 | cells[2 * $0 + 1] & 0xF0 }
  }

  private static func isWritten(_ plane: LumaPlane) -> Bool {
    let (width, height) = (plane.size.width, plane.size.height)
    guard width > 1, height > 1 else { return false }
    var counts = [Int](repeating: 0, count: 256)
    var edges = 0
    for y in 0..<height - 1 {
      for x in 0..<width - 1 {
        let place = y * width + x
        let value = Int(plane.values[place])
        counts[value] += 1
        let across = abs(value - Int(plane.values[place + 1]))
        let down = abs(value - Int(plane.values[place + width]))
        if max(across, down) >= steep { edges += 1 }
      }
    }
    var paper = 0
    var window = 0
    for value in counts.indices {
      window += counts[value]
      if value >= paperRange { window -= counts[value - paperRange] }
      paper = max(paper, window)
    }
    let pixels = (width - 1) * (height - 1)
    return paper * 1000 >= minPaper * pixels && edges * 1000 >= minEdges * pixels
  }

  /// Whether the same is written at the same places, but for a small shift of each.
  ///
  /// - Cost: 1 ms.
  package func isSame(as other: WrittenPage) -> Bool {
    let (one, two) = (strokes, other.strokes)
    var (shared, own, others) = (0, 0, 0)
    for top in stride(from: 0, to: Self.side, by: Self.blockSide) {
      for left in stride(from: 0, to: Self.side, by: Self.blockSide) {
        let best = Self.bestBlock(one, two, left, top)
        shared += best.shared
        own += best.own
        others += best.others
      }
    }
    guard own > 0, others > 0 else { return own == others }
    return Double(shared) >= Self.sameText * (Double(own) * Double(others)).squareRoot()
  }

  private struct Block {
    var shared = 0
    var own = 0
    var others = 0

    var correlation: Double {
      own == 0 || others == 0 ? 0 : Double(shared) / (Double(own) * Double(others)).squareRoot()
    }
  }

  private static func bestBlock(_ one: [Int16], _ two: [Int16], _ left: Int, _ top: Int) -> Block {
    var best: Block?
    let places = 0...(side - blockSide)
    for y in (top - freedom)...(top + freedom) where places.contains(y) {
      for x in (left - freedom)...(left + freedom) where places.contains(x) {
        let found = block(one, two, top * side + left, y * side + x)
        if found.correlation > best?.correlation ?? -2 { best = found }
      }
    }
    return best ?? Block()
  }

  private static func block(_ one: [Int16], _ two: [Int16], _ first: Int, _ second: Int) -> Block {
    var block = Block()
    unsafe one.withUnsafeBufferPointer { one in
      unsafe two.withUnsafeBufferPointer { two in
        for row in 0..<blockSide {
          var (shared, own, others): (Int32, Int32, Int32) = (0, 0, 0)
          for column in 0..<blockSide {
            let value = unsafe Int32(one[first + row * side + column])
            let other = unsafe Int32(two[second + row * side + column])
            shared &+= value &* other
            own &+= value &* value
            others &+= other &* other
          }
          block.shared += Int(shared)
          block.own += Int(own)
          block.others += Int(others)
        }
      }
    }
    return block
  }

  /// How much brighter or darker each cell is than those around it, times 25.
  private var strokes: [Int16] {
    let cells = packed.flatMap { [Int($0 & 15), Int($0 >> 4)] }
    let reach = 2
    var rows = [Int](repeating: 0, count: cells.count)
    for place in cells.indices {
      let x = place % Self.side
      for step in -reach...reach {
        rows[place] += cells[place - x + min(max(x + step, 0), Self.side - 1)]
      }
    }
    return cells.indices.map { place in
      let (x, y) = (place % Self.side, place / Self.side)
      var sum = 0
      for step in -reach...reach {
        sum += rows[min(max(y + step, 0), Self.side - 1) * Self.side + x]
      }
      return Int16(25 * cells[place] - sum)
    }
  }
}
