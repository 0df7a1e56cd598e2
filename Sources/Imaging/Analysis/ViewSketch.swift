/// What a picture shows, as a small pattern of where it gets brighter and darker, to tell pictures
/// of the same view from others.
///
/// Brightness counts by rank only, so that exposure and contrast don't matter. The gradients of
/// smoothed ranks are compared at shifts of up to a tenth of the picture, because cameras move. Of
/// 93 photographs, slightly moved, blurred, re-exposed or reduced ones have at least 0.65 in common
/// with the original, two different ones at most 0.42.
package struct ViewSketch: Sendable {
  /// The cells of a row and of a column.
  package static let side = 32
  /// The cells of a row and of a column of `ranks`.
  private static let coarseSide = 8
  /// The mean square of a gradient below which it is noise.
  private static let minEnergy = 60

  /// Brightness gradients across and down, cell by cell.
  private let across: [Int16]
  private let down: [Int16]
  /// The ranks of 64 larger cells, centred on 0.
  private let ranks: [Int16]
  /// The root of the sum of their squares.
  private let norm: Double
  /// Four shares, each from -1 to 1, that say how brightness is distributed; of the same view they
  /// are nearly the same.
  package let balance: [Double]
  /// Whether it is of one brightness, but for noise.
  private let isFlat: Bool
  /// The mean of its greys.
  private let brightness: Int

  /// - Parameter greys: the lightness of 32x32 cells, row by row, 0 to 255.
  package init(greys: [UInt8]) {
    precondition(greys.count == Self.side * Self.side)
    let smooth = Self.smoothed(Self.ranks(greys.map(Int.init)))
    let side = Self.side
    across = (0..<side * side).map { place in
      place % side == side - 1 ? 0 : Int16((smooth[place + 1] - smooth[place]) / 32)
    }
    down = (0..<side * side).map { place in
      place / side == side - 1 ? 0 : Int16((smooth[place + side] - smooth[place]) / 32)
    }
    let energy = zip(across, down).reduce(0) { $0 + Int($1.0) * Int($1.0) + Int($1.1) * Int($1.1) }
    isFlat = energy < Self.minEnergy * greys.count
    brightness = greys.reduce(0) { $0 + Int($1) } / greys.count
    let coarse = Self.ranks(Self.coarse(greys))
    ranks = coarse.map(Int16.init)
    let norm = isFlat ? 0 : Double(coarse.reduce(0) { $0 + $1 * $1 }).squareRoot()
    self.norm = norm
    balance = Self.patterns.map { pattern in
      norm == 0
        ? 0 : Double(zip(pattern, coarse).reduce(0) { $0 + $1.0 * $1.1 }) / (norm * 8 * 7)
    }
  }

  /// How much the outlines of two pictures agree, at most 1; about 0 for different ones. Sensitive
  /// only to what they show, and fast: a first test.
  package func roughSimilarity(to other: ViewSketch) -> Double {
    if isFlat || other.isFlat { return flatSimilarity(to: other) }
    var sum = 0
    for index in ranks.indices { sum &+= Int(ranks[index]) &* Int(other.ranks[index]) }
    return Double(sum) / max(norm * other.norm, 1)
  }

  /// Pictures of one brightness are alike if it is nearly the same.
  private func flatSimilarity(to other: ViewSketch) -> Double {
    isFlat && other.isFlat && abs(brightness - other.brightness) <= 4 ? 1 : 0
  }

  /// How much two pictures have in common, at most 1, at the shift at which that is most.
  package func similarity(to other: ViewSketch) -> Double {
    if isFlat || other.isFlat { return flatSimilarity(to: other) }
    var best = -1.0
    var place = (x: 0, y: 0)
    for y in [0, -2, 2] {
      for x in [0, -2, 2] {
        let found = similarity(to: other, x, y)
        if found > best { (best, place) = (found, (x, y)) }
      }
    }
    let centre = place
    for y in -1...1 {
      for x in -1...1 where (x, y) != (0, 0) {
        best = max(best, similarity(to: other, centre.x + x, centre.y + y))
      }
    }
    return best
  }

  /// At a shift of the other one, in cells.
  private func similarity(to other: ViewSketch, _ x: Int, _ y: Int) -> Double {
    let products =
      Self.products(across, other.across, x, y) + Self.products(down, other.down, x, y)
    let cells = (Self.side - abs(x)) * (Self.side - abs(y))
    let least = cells * Self.minEnergy
    let energy = Double(max(products.own, least)) * Double(max(products.others, least))
    return Double(products.shared) / energy.squareRoot()
  }

  private struct Products {
    var shared = 0
    var own = 0
    var others = 0

    static func + (first: Products, second: Products) -> Products {
      Products(
        shared: first.shared + second.shared, own: first.own + second.own,
        others: first.others + second.others)
    }
  }

  private static func products(_ first: [Int16], _ second: [Int16], _ x: Int, _ y: Int) -> Products
  {
    var result = Products()
    let width = side - abs(x)
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        for row in max(y, 0)..<side + min(y, 0) {
          let start = row &* side &+ max(x, 0)
          let otherStart = (row &- y) &* side &+ max(-x, 0)
          // A row's sums are below 32 * 1024 * 1024.
          var (shared, own, others) = (Int32(0), Int32(0), Int32(0))
          for column in 0..<width {
            let a = unsafe Int32(first[start &+ column])
            let b = unsafe Int32(second[otherStart &+ column])
            shared &+= a &* b
            own &+= a &* a
            others &+= b &* b
          }
          result.shared &+= Int(shared)
          result.own &+= Int(own)
          result.others &+= Int(others)
        }
      }
    }
    return result
  }

  /// Twice each value's rank less the mean; equal values share their ranks.
  private static func ranks(_ values: [Int]) -> [Int] {
    let highest = values.max() ?? 0
    var counts = [Int](repeating: 0, count: highest + 1)
    for value in values { counts[value] += 1 }
    var below = 0
    let ranks = counts.map { count in
      defer { below += count }
      return 2 * below + count - values.count
    }
    return values.map { ranks[$0] }
  }

  /// Sixteen times the means with the neighbours, by weights of 1, 2 and 1 across and down.
  private static func smoothed(_ values: [Int]) -> [Int] {
    func blended(_ values: [Int], _ step: Int, _ isFirst: (Int) -> Bool, _ isLast: (Int) -> Bool)
      -> [Int]
    {
      values.indices.map { place in
        let before = values[isFirst(place) ? place : place - step]
        let after = values[isLast(place) ? place : place + step]
        return before + 2 * values[place] + after
      }
    }
    let rows = blended(values, 1, { $0 % side == 0 }, { $0 % side == side - 1 })
    return blended(rows, side, { $0 / side == 0 }, { $0 / side == side - 1 })
  }

  /// The sums of 4x4 cells.
  private static func coarse(_ greys: [UInt8]) -> [Int] {
    let cells = side / coarseSide
    var sums = [Int](repeating: 0, count: coarseSide * coarseSide)
    for place in greys.indices {
      let (x, y) = (place % side / cells, place / side / cells)
      sums[y * coarseSide + x] += Int(greys[place])
    }
    return sums
  }

  /// For 64 cells: left and right, top and bottom, the middle and the sides, each from -7 to 7.
  private static let patterns: [[Int]] = {
    let slope = [-7, -5, -3, -1, 1, 3, 5, 7]
    let hill = [-7, -1, 3, 5, 5, 3, -1, -7]
    let cells = 0..<coarseSide * coarseSide
    return [
      cells.map { slope[$0 % coarseSide] }, cells.map { slope[$0 / coarseSide] },
      cells.map { hill[$0 % coarseSide] }, cells.map { hill[$0 / coarseSide] },
    ]
  }()
}
