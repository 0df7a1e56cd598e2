/// Where a square of values gets brighter, by ranks: the differences of smoothed ranks between
/// neighbours, each at most 1024.
struct RankGradients {
  private let side: Int
  /// For each value, in turn: to the next one in the row, and to the next one in the column; 0 at
  /// their ends.
  private let gradients: [Int16]
  /// The sums of the squares of all gradients above and to the left of each corner of a cell, row
  /// by row, modulo 2 to the power of 32.
  private let energies: [UInt32]

  /// - Parameters:
  ///   - values: `side` times `side` of them, from 0 to a few thousand.
  ///   - divisor: of 32 times a rank's difference; at least the number of values divided by 32.
  @inline(__always)
  init(_ values: [Int32], side: Int, divisor: Int32) {
    self.side = side
    let smooth = Self.smoothed(Self.ranks(values), side)
    var gradients = [Int16](repeating: 0, count: 2 * values.count)
    var energies = [UInt32](repeating: 0, count: (side + 1) * (side + 1))
    for y in 0..<side {
      var rowEnergy: UInt32 = 0
      for x in 0..<side {
        let place = y * side + x
        let toRight = x < side - 1 ? (smooth[place + 1] &- smooth[place]) / divisor : 0
        let toBottom = y < side - 1 ? (smooth[place + side] &- smooth[place]) / divisor : 0
        gradients[2 * place] = Int16(truncatingIfNeeded: toRight)
        gradients[2 * place + 1] = Int16(truncatingIfNeeded: toBottom)
        rowEnergy &+= UInt32(truncatingIfNeeded: toRight &* toRight &+ toBottom &* toBottom)
        let corner = (y + 1) * (side + 1) + x + 1
        energies[corner] = energies[corner - side - 1] &+ rowEnergy
      }
    }
    (self.gradients, self.energies) = (gradients, energies)
  }

  /// The sum of the squares of all gradients.
  var energy: Int { energy(of: PixelRect(x: 0, y: 0, width: side, height: side)) }

  /// The cosine of the angle between areas of two fields, -1 to 1.
  ///
  /// - Parameters:
  ///   - area: in this field.
  ///   - x: where the area begins in the other field, which has the same side, and `y` in its
  ///     columns.
  ///   - minEnergy: the sum of squares that an area counts as having at least.
  @inline(__always)
  func similarity(
    of area: PixelRect, to other: RankGradients, _ x: Int, _ y: Int, minEnergy: Int
  ) -> Double {
    let otherArea = PixelRect(x: x, y: y, width: area.width, height: area.height)
    let shared = products(of: area, with: other, otherArea)
    let own = max(energy(of: area), minEnergy)
    let others = max(other.energy(of: otherArea), minEnergy)
    return Double(shared) / (Double(own) * Double(others)).squareRoot()
  }

  /// Below 2 to the power of 32, because there are at most 2048 gradients of an area.
  private func energy(of area: PixelRect) -> Int {
    let top = area.y * (side + 1) + area.x
    let bottom = top + area.height * (side + 1)
    return Int(
      energies[bottom + area.width] &- energies[bottom] &- energies[top + area.width]
        &+ energies[top])
  }

  /// The sum of the products of areas of the same size in two fields.
  @inline(__always)
  private func products(of area: PixelRect, with other: RankGradients, _ otherArea: PixelRect)
    -> Int
  {
    let size = PixelSize(width: side, height: side)
    precondition(other.side == side && area.isInside(size) && otherArea.isInside(size))
    let place = 2 * (area.y * side + area.x)
    let otherPlace = 2 * (otherArea.y * side + otherArea.x)
    let stride = 2 * side
    var sum = 0
    unsafe gradients.withUnsafeBufferPointer { first in
      unsafe other.gradients.withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else { return }
        for row in 0..<area.height {
          // Pointers, because checks of indices would keep this from being compiled to vector
          // instructions.
          let own = unsafe first + (place + row * stride)
          let others = unsafe second + (otherPlace + row * stride)
          // At most 128 * 1024 * 1024.
          var rowSum: Int32 = 0
          for column in 0..<2 * area.width {
            rowSum &+= unsafe Int32(own[column]) &* Int32(others[column])
          }
          sum &+= Int(rowSum)
        }
      }
    }
    return sum
  }

  /// Twice each value's rank less the mean; equal values share their ranks.
  static func ranks(_ values: [Int32]) -> [Int32] {
    let highest = values.max() ?? 0
    var counts = [Int32](repeating: 0, count: Int(highest) + 1)
    for value in values { counts[Int(value)] &+= 1 }
    var below: Int32 = 0
    let total = Int32(values.count)
    for value in counts.indices {
      let count = counts[value]
      counts[value] = 2 &* below &+ count &- total
      below &+= count
    }
    return values.map { counts[Int($0)] }
  }

  /// Sixteen times the means with the neighbours, by weights of 1, 2 and 1 across and down.
  private static func smoothed(_ values: [Int32], _ side: Int) -> [Int32] {
    var rows = values
    for start in stride(from: 0, to: values.count, by: side) {
      let (first, last) = (start, start + side - 1)
      smooth(values, &rows, first + 1..<last, neighbours: 1)
      rows[first] = 3 &* values[first] &+ values[first + 1]
      rows[last] = values[last - 1] &+ 3 &* values[last]
    }
    var means = rows
    smooth(rows, &means, side..<values.count - side, neighbours: side)
    for x in 0..<side {
      let last = values.count - side + x
      means[x] = 3 &* rows[x] &+ rows[side + x]
      means[last] = rows[last - side] &+ 3 &* rows[last]
    }
    return means
  }

  /// Sums of values and those at a distance before and after them, by weights of 1, 2 and 1.
  @inline(__always)
  private static func smooth(
    _ values: [Int32], _ sums: inout [Int32], _ range: Range<Int>, neighbours distance: Int
  ) {
    precondition(range.lowerBound >= distance && range.upperBound + distance <= values.count)
    precondition(sums.count == values.count)
    unsafe values.withUnsafeBufferPointer { values in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        guard let values = values.baseAddress, let sums = sums.baseAddress else { return }
        // Pointers, as above.
        for place in range {
          unsafe sums[place] =
            values[place &- distance] &+ 2 &* values[place] &+ values[place &+ distance]
        }
      }
    }
  }
}
