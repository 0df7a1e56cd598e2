/// How brightness is distributed over a picture, roughly: a quick test of which pictures may show
/// the same view.
package struct ViewOutline: Sendable {
  /// The cells of a row and of a column of `ranks`.
  private static let side = 8
  /// If no cell is brighter than the darkest one by more than this, it is of one brightness.
  private static let maxFlatRange = 8
  /// From here on a cell is too bright to have details.
  private static let minWhite = 250
  /// The mean square of a gradient below which it is noise.
  private static let minEnergy = 60

  /// The ranks of 64 cells, centred on 0.
  private let ranks: InlineArray<4, SIMD16<Int8>>
  /// The root of the sum of their squares.
  private let norm: Double
  /// Four shares, each from -1 to 1, that say how brightness is distributed; of the same view they
  /// are nearly the same.
  package let balance: SIMD4<Double>
  /// A share more, by which those with the same balance can be sorted.
  package let finer: Double
  /// Whether it is of one brightness, but for noise.
  package let isFlat: Bool
  /// The mean of its greys.
  private let brightness: Int16
  /// The share of it that is too bright to have details, in thousandths.
  package let white: Int16

  /// - Cost: 2 µs.
  package init(_ greys: GreyGrid) { self.init(greys.halved, side: GreyGrid.side / 2) }

  /// - Parameters:
  ///   - greys: row by row, at most 255.
  ///   - length: the number of rows and of columns, a multiple of 8.
  init(_ greys: [Int32], side length: Int) {
    let range = (greys.max() ?? 0) - (greys.min() ?? 0)
    isFlat =
      range <= Self.maxFlatRange
      && RankGradients(greys, side: length, divisor: 32).energy < Self.minEnergy * greys.count
    brightness = Int16(Int(greys.reduce(0, &+)) / greys.count)
    white = Int16(1000 * greys.count { $0 >= Self.minWhite } / greys.count)
    let coarse = RankGradients.ranks(Self.coarse(greys, length))
    ranks = InlineArray { part in
      var ranks = SIMD16<Int8>()
      for index in ranks.indices { ranks[index] = Int8(coarse[16 * part + index]) }
      return ranks
    }
    let norm = isFlat ? 0 : Double(coarse.reduce(0) { $0 &+ $1 &* $1 }).squareRoot()
    self.norm = norm
    func share(_ pattern: [Int32]) -> Double {
      guard norm > 0 else { return 0 }
      var sum: Int32 = 0
      for index in pattern.indices { sum &+= pattern[index] &* coarse[index] }
      return Double(sum) / (norm * 8 * 7)
    }
    let patterns = Self.patterns
    balance = SIMD4(
      share(patterns[0]), share(patterns[1]), share(patterns[2]), share(patterns[3]))
    finer = share(Self.finerPattern)
  }

  /// How much two pictures agree, at most 1; about 0 for different ones.
  package func similarity(to other: ViewOutline) -> Double {
    if isFlat || other.isFlat { return flatSimilarity(to: other) }
    var sum: Int32 = 0
    for part in ranks.indices {
      // Ranks are at most 63, so that a product is less than 2 to the power of 12.
      let products =
        SIMD16<Int16>(truncatingIfNeeded: ranks[part])
        &* SIMD16(truncatingIfNeeded: other.ranks[part])
      sum &+= SIMD16<Int32>(truncatingIfNeeded: products).wrappedSum()
    }
    return Double(sum) / max(norm * other.norm, 1)
  }

  /// Pictures of one brightness are alike if it is nearly the same.
  private func flatSimilarity(to other: ViewOutline) -> Double {
    isFlat && other.isFlat && abs(Int(brightness) - Int(other.brightness)) <= 4 ? 1 : 0
  }

  /// The sums of the cells.
  private static func coarse(_ greys: [Int32], _ length: Int) -> [Int32] {
    let cells = length / side
    var sums = [Int32](repeating: 0, count: side * side)
    for y in 0..<length {
      for cell in 0..<side {
        let start = y * length + cell * cells
        var sum: Int32 = 0
        for place in start..<start + cells { sum &+= greys[place] }
        sums[y / cells * side + cell] &+= sum
      }
    }
    return sums
  }

  /// For 64 cells: the corners that face each other.
  private static let finerPattern: [Int32] = {
    let slope: [Int32] = [-7, -5, -3, -1, 1, 3, 5, 7]
    return (0..<side * side).map { slope[$0 % side] * slope[$0 / side] / 7 }
  }()

  /// For 64 cells: left and right, top and bottom, the middle and the sides, each from -7 to 7.
  private static let patterns: [[Int32]] = {
    let slope: [Int32] = [-7, -5, -3, -1, 1, 3, 5, 7]
    let hill: [Int32] = [-7, -1, 3, 5, 5, 3, -1, -7]
    let cells = 0..<side * side
    return [
      cells.map { slope[$0 % side] }, cells.map { slope[$0 / side] },
      cells.map { hill[$0 % side] }, cells.map { hill[$0 / side] },
    ]
  }()
}
