/// What a picture shows, as a small pattern of where it gets brighter and darker, to tell pictures
/// of the same view from others.
///
/// Brightness counts by rank only, so that exposure and contrast don't matter. The gradients of
/// smoothed ranks are compared at shifts of up to a tenth of the picture, because cameras move. Of
/// 93 photographs, slightly moved, blurred, re-exposed or reduced ones have at least 0.65 in common
/// with the original, two different ones at most 0.42; but two sunsets by the sea up to 0.8, so
/// that `ViewDetail` has to tell them apart.
package struct ViewSketch: Sendable {
  /// How alike two pictures are, and where.
  package struct Match: Sendable {
    /// At most 1; about 0 for different pictures.
    package let similarity: Double
    /// The shift of the second picture at which that is, in cells.
    package let x: Int
    package let y: Int
    /// Whether the pictures show something that can be compared in detail.
    package let hasDetails: Bool
  }

  private static let side = 32
  /// The cells of a row and of a column of `ranks`.
  private static let coarseSide = 8
  /// The mean square of a gradient below which it is noise.
  private static let minEnergy = 60

  private let gradients: RankGradients
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

  package init(_ greys: GreyGrid) {
    let greys = greys.halved
    gradients = RankGradients(greys, side: Self.side, divisor: 32)
    isFlat = gradients.energy < Self.minEnergy * greys.count
    brightness = greys.reduce(0, +) / greys.count
    let coarse = RankGradients.ranks(Self.coarse(greys))
    ranks = coarse.map(Int16.init)
    let norm = isFlat ? 0 : Double(coarse.reduce(0) { $0 + $1 * $1 }).squareRoot()
    self.norm = norm
    balance = Self.patterns.map { pattern in
      guard norm > 0 else { return 0 }
      return Double(zip(pattern, coarse).map { $0 * $1 }.reduce(0, +)) / (norm * 8 * 7)
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

  /// How much two pictures have in common, at the shift at which that is most.
  ///
  /// - Parameter least: a similarity far below this need not be exact.
  /// - Cost: 5 µs.
  package func match(with other: ViewSketch, atLeast least: Double = -1) -> Match {
    if isFlat || other.isFlat {
      return Match(similarity: flatSimilarity(to: other), x: 0, y: 0, hasDetails: false)
    }
    var best = Match(similarity: -1, x: 0, y: 0, hasDetails: true)
    func look(_ x: Int, _ y: Int) {
      let found = similarity(to: other, x, y)
      if found > best.similarity { best = Match(similarity: found, x: x, y: y, hasDetails: true) }
    }
    for y in [0, -2, 2] {
      for x in [0, -2, 2] { look(x, y) }
    }
    // A step of one cell doesn't change as much.
    if best.similarity < least - 0.3 { return best }
    let centre = best
    for y in -1...1 {
      for x in -1...1 where (x, y) != (0, 0) { look(centre.x + x, centre.y + y) }
    }
    return best
  }

  /// At a shift of the other one, in cells.
  private func similarity(to other: ViewSketch, _ x: Int, _ y: Int) -> Double {
    let (width, height) = (Self.side - abs(x), Self.side - abs(y))
    return gradients.similarity(
      of: PixelRect(x: max(x, 0), y: max(y, 0), width: width, height: height), to: other.gradients,
      max(-x, 0), max(-y, 0), minEnergy: width * height * Self.minEnergy)
  }

  /// The sums of 4x4 cells.
  private static func coarse(_ greys: [Int]) -> [Int] {
    let cells = side / coarseSide
    var sums = [Int](repeating: 0, count: coarseSide * coarseSide)
    for place in greys.indices {
      let (x, y) = (place % side / cells, place / side / cells)
      sums[y * coarseSide + x] += greys[place]
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
