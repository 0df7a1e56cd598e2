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
  private let ranks: [Int16]
  /// The root of the sum of their squares.
  private let norm: Double
  /// Four shares, each from -1 to 1, that say how brightness is distributed; of the same view they
  /// are nearly the same.
  package let balance: [Double]
  /// A share more, by which those with the same balance can be sorted.
  package let finer: Double
  /// Whether it is of one brightness, but for noise.
  package let isFlat: Bool
  /// The mean of its greys.
  private let brightness: Int
  /// The share of it that is too bright to have details, in thousandths.
  package let white: Int

  /// - Cost: 3 µs.
  package init(_ greys: GreyGrid) { self.init(greys.halved, side: GreyGrid.side / 2) }

  /// - Parameters:
  ///   - greys: row by row.
  ///   - length: the number of rows and of columns, a multiple of 8.
  init(_ greys: [Int], side length: Int) {
    let range = (greys.max() ?? 0) - (greys.min() ?? 0)
    isFlat =
      range <= Self.maxFlatRange
      && RankGradients(greys, side: length, divisor: 32).energy < Self.minEnergy * greys.count
    brightness = greys.reduce(0, +) / greys.count
    white = 1000 * greys.count { $0 >= Self.minWhite } / greys.count
    let coarse = RankGradients.ranks(Self.coarse(greys, length))
    ranks = coarse.map(Int16.init)
    let norm = isFlat ? 0 : Double(coarse.reduce(0) { $0 + $1 * $1 }).squareRoot()
    self.norm = norm
    func share(_ pattern: [Int]) -> Double {
      guard norm > 0 else { return 0 }
      var sum = 0
      for index in pattern.indices { sum &+= pattern[index] &* coarse[index] }
      return Double(sum) / (norm * 8 * 7)
    }
    balance = Self.patterns.map(share)
    finer = share(Self.finerPattern)
  }

  /// How much two pictures agree, at most 1; about 0 for different ones.
  package func similarity(to other: ViewOutline) -> Double {
    if isFlat || other.isFlat { return flatSimilarity(to: other) }
    var sum: Int32 = 0
    unsafe ranks.withUnsafeBufferPointer { one in
      unsafe other.ranks.withUnsafeBufferPointer { two in
        for index in 0..<Self.side * Self.side {
          unsafe sum &+= Int32(one[index]) &* Int32(two[index])
        }
      }
    }
    return Double(sum) / max(norm * other.norm, 1)
  }

  /// Pictures of one brightness are alike if it is nearly the same.
  private func flatSimilarity(to other: ViewOutline) -> Double {
    isFlat && other.isFlat && abs(brightness - other.brightness) <= 4 ? 1 : 0
  }

  /// The sums of the cells.
  private static func coarse(_ greys: [Int], _ length: Int) -> [Int] {
    let cells = length / side
    var sums = [Int](repeating: 0, count: side * side)
    for y in 0..<length {
      for x in 0..<length { sums[y / cells * side + x / cells] += greys[y * length + x] }
    }
    return sums
  }

  /// For 64 cells: the corners that face each other.
  private static let finerPattern: [Int] = {
    let slope = [-7, -5, -3, -1, 1, 3, 5, 7]
    return (0..<side * side).map { slope[$0 % side] * slope[$0 / side] / 7 }
  }()

  /// For 64 cells: left and right, top and bottom, the middle and the sides, each from -7 to 7.
  private static let patterns: [[Int]] = {
    let slope = [-7, -5, -3, -1, 1, 3, 5, 7]
    let hill = [-7, -1, 3, 5, 5, 3, -1, -7]
    let cells = 0..<side * side
    return [
      cells.map { slope[$0 % side] }, cells.map { slope[$0 / side] },
      cells.map { hill[$0 % side] }, cells.map { hill[$0 / side] },
    ]
  }()
}
