/// What a face and the hair around it look like, to tell one person from another before the same
/// wall.
///
/// It isn't made to recognise anybody: only photos of the same view are compared, with the same
/// light. Of people who moved their heads a little, brighter, darker or blurred, faces have at
/// least 0.84 in common, those of different people at most 0.72.
package struct FaceLook: Hashable, Sendable {
  /// The cells of a row and of a column.
  package static let side = 24
  /// How much larger the area is than the face.
  private static let margin = 1.5
  /// Faces with fewer pixels aren't compared.
  private static let minPixels = 20
  /// How many cells at each side don't count by themselves: dark hair before a bright wall looks
  /// much the same, whosever it is.
  private static let edge = 4
  /// The cells by which one may be shifted.
  private static let freedom = 3
  private static let minEnergy = 4

  /// The luma of the cells, row by row.
  package let values: [UInt8]

  /// - Parameter values: one for each cell.
  package init?(values: [UInt8]) {
    guard values.count == Self.side * Self.side else { return nil }
    self.values = values
  }

  /// Nil for a face that is too small.
  ///
  /// - Parameter face: from forehead to chin, in the plane's pixels.
  package init?(_ face: Region, in plane: LumaPlane) {
    let length = max(face.width, face.height)
    guard min(face.width, face.height) >= Double(Self.minPixels) else { return nil }
    let cell = length * Self.margin / Double(Self.side)
    let left = face.x + face.width / 2 - cell * Double(Self.side) / 2
    let top = face.y + face.height / 2 - cell * Double(Self.side) / 2
    func span(_ start: Double, _ index: Int, _ limit: Int) -> Range<Int> {
      let from = Int((start + Double(index) * cell).rounded())
      let to = Int((start + Double(index + 1) * cell).rounded())
      let first = min(max(from, 0), limit - 1)
      return first..<min(max(to, first + 1), limit)
    }
    var values: [UInt8] = []
    for row in 0..<Self.side {
      let rows = span(top, row, plane.size.height)
      for column in 0..<Self.side {
        let columns = span(left, column, plane.size.width)
        var sum = 0
        for y in rows {
          for x in columns { sum += Int(plane.values[y * plane.size.width + x]) }
        }
        values.append(UInt8(sum / (rows.count * columns.count)))
      }
    }
    self.values = values
  }

  /// How much two faces have in common at most, however the heads were held and the pictures
  /// exposed: at most 1.
  ///
  /// - Cost: 0.1 ms.
  package func similarity(to other: FaceLook) -> Double {
    let gradients = Self.gradients(other.values.map(Int32.init))
    return turned.map { Self.similarity(Self.gradients($0), gradients) }.max() ?? -1
  }

  private static func gradients(_ values: [Int32]) -> RankGradients {
    RankGradients(values, side: side, divisor: Int32(side * side / 32))
  }

  private static func similarity(_ one: RankGradients, _ two: RankGradients) -> Double {
    var best = -1.0
    var (bestX, bestY) = (0, 0)
    func look(_ x: Int, _ y: Int) {
      let length = side - 2 * edge
      let found = one.similarity(
        of: PixelRect(x: edge, y: edge, width: length, height: length), to: two, edge - x, edge - y,
        minEnergy: length * length * minEnergy)
      if found > best { (best, bestX, bestY) = (found, x, y) }
    }
    for y in [0, -2, 2] {
      for x in [0, -2, 2] { look(x, y) }
    }
    let (x, y) = (bestX, bestY)
    for stepY in -1...1 {
      for stepX in -1...1
      where max(abs(x + stepX), abs(y + stepY)) <= freedom && (stepX, stepY) != (0, 0) {
        look(x + stepX, y + stepY)
      }
    }
    return best
  }

  /// It, and it turned by 7 degrees either way, each also nearer and from further away.
  private var turned: [[Int32]] {
    let (cosine, sine) = (0.99255, 0.12187)
    var all: [[Int32]] = []
    for scale in [1, 0.92, 1.08] {
      for turn in [0, sine, -sine] {
        let across = (turn == 0 ? 1 : cosine) / scale
        all.append(mapped(across, turn / scale))
      }
    }
    return all
  }

  private func mapped(_ cosine: Double, _ sine: Double) -> [Int32] {
    let middle = Double(Self.side - 1) / 2
    let last = Double(Self.side - 1) - 0.001
    return (0..<Self.side * Self.side).map { place in
      let (x, y) = (Double(place % Self.side) - middle, Double(place / Self.side) - middle)
      let fromX = min(max(cosine * x - sine * y + middle, 0), last)
      let fromY = min(max(sine * x + cosine * y + middle, 0), last)
      let corner = Int(fromY) * Self.side + Int(fromX)
      let (right, down) = (fromX - fromX.rounded(.down), fromY - fromY.rounded(.down))
      func between(_ start: Int) -> Double {
        Double(values[start]) * (1 - right) + Double(values[start + 1]) * right
      }
      return Int32(between(corner) * (1 - down) + between(corner + Self.side) * down + 0.5)
    }
  }
}
