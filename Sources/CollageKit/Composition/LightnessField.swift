/// The lightness of a background in each cell of a grid: nowhere steep, and wherever possible
/// lighter or darker than the photos beside it.
///
/// Parts of photos' sides above a threshold get a darker background, those below it a lighter one;
/// of some thresholds the one is taken that leaves the least without contrast, and then the worst
/// sides are tried whole with either. Each of these demands is weaker by `slope` a cell farther
/// away, which is what keeps the field from being steep.
struct LightnessField {
  /// The least difference that is seen at once, with what the grid loses of it; and what is aimed
  /// at.
  private static let contrast = 16.0
  private static let aim = 20.0
  /// A background without colour at either end of the scale would be a flat band.
  private static let range = 8.0...95.0
  private static let thresholds = [-1.0] + Array(stride(from: 20.0, through: 85, by: 5)) + [101]
  /// A trial takes a tenth of a millisecond.
  private static let maxTriedSides = 16

  /// The lightness that the background would have by itself, where it isn't too steep.
  private let gentle: [Double]
  private let sides: [[PhotoEdge]]
  private let grid: GridShape
  private let slope: Double

  /// - Parameters:
  ///   - blurred: the lightness that the background would have by itself.
  ///   - slope: by how much it may change from one cell to the next.
  init(_ blurred: [Double], beside sides: [[PhotoEdge]], _ grid: GridShape, slope: Double) {
    self.sides = sides
    self.grid = grid
    self.slope = slope
    let low = Self.lowered(blurred, grid, slope)
    let high = Self.raised(blurred, grid, slope)
    gentle = zip(low, high).map { ($0 + $1) / 2 }
  }

  /// A choice for each part of each side, and what comes of it.
  private struct Choice {
    var isDarker: [[Bool]]
    /// CIE L* in each cell.
    let values: [Double]
    /// What lacks in contrast, for each side.
    let faults: [Double]

    var fault: Double { faults.reduce(0, +) }
  }

  /// CIE L* in each cell.
  func values() -> [Double] {
    let choices = Self.thresholds.map { threshold in
      choice(sides.map { side in side.map { $0.lightness > threshold } })
    }
    // The first of equally good ones: the darkest.
    guard var best = choices.min(by: { $0.fault < $1.fault }) else { return gentle }
    let faults = best.faults
    let worst = faults.indices.filter { faults[$0] > 0 }.sorted { faults[$0] > faults[$1] }
    for side in worst.prefix(Self.maxTriedSides) {
      for isDarker in [true, false] {
        var next = best.isDarker
        next[side] = next[side].map { _ in isDarker }
        let other = choice(next)
        if other.fault < best.fault { best = other }
      }
    }
    return best.values
  }

  private func choice(_ isDarker: [[Bool]]) -> Choice {
    var highest = [Double](repeating: Self.range.upperBound, count: grid.count)
    var lowest = [Double](repeating: Self.range.lowerBound, count: grid.count)
    for (edge, isDarker) in zip(sides.joined(), isDarker.joined()) {
      let aim = edge.lightness + (isDarker ? -Self.aim : Self.aim)
      let possible = min(max(aim, Self.range.lowerBound), Self.range.upperBound)
      if isDarker {
        highest[edge.cell] = min(highest[edge.cell], possible)
      } else {
        lowest[edge.cell] = max(lowest[edge.cell], possible)
      }
    }
    highest = Self.lowered(highest, grid, slope)
    lowest = Self.raised(lowest, grid, slope)
    let all = isDarker.joined()
    let offset = all.allSatisfy { $0 } ? -Self.aim : all.contains(true) ? 0 : Self.aim
    let values = grid.smoothed(
      gentle.indices.map { cell in
        lowest[cell] > highest[cell]
          ? (lowest[cell] + highest[cell]) / 2
          : min(max(gentle[cell] + offset, lowest[cell]), highest[cell])
      })
    return Choice(isDarker: isDarker, values: values, faults: sides.map { Self.fault($0, values) })
  }

  /// What lacks in contrast in the parts of a side, and in the side as a whole.
  private static func fault(_ side: [PhotoEdge], _ values: [Double]) -> Double {
    let differences = side.map { values[$0.cell] - $0.lightness }
    let whole = abs(differences.reduce(0, +))
    return differences.reduce(0) { $0 + max(contrast - abs($1), 0) }
      + max(contrast * Double(side.count) - whole, 0) / 2
  }

  /// The largest values that are nowhere above these nor steeper than the slope.
  private static func lowered(_ values: [Double], _ grid: GridShape, _ slope: Double) -> [Double] {
    var values = values
    let diagonal = slope * 2.0.squareRoot()
    // Once from the first cell to the last, once back.
    for sign in [1, -1] {
      for step in 0..<grid.count {
        let place = sign > 0 ? step : grid.count - 1 - step
        let column = place % grid.columns
        let hasPrevious = sign > 0 ? column > 0 : column < grid.columns - 1
        let hasNext = sign > 0 ? column < grid.columns - 1 : column > 0
        let isFirstRow = step < grid.columns
        var least = values[place]
        if hasPrevious { least = min(least, values[place - sign] + slope) }
        if !isFirstRow {
          let beyond = place - sign * grid.columns
          least = min(least, values[beyond] + slope)
          if hasPrevious { least = min(least, values[beyond - sign] + diagonal) }
          if hasNext { least = min(least, values[beyond + sign] + diagonal) }
        }
        values[place] = least
      }
    }
    return values
  }

  /// The smallest values that are nowhere below these nor steeper than the slope.
  private static func raised(_ values: [Double], _ grid: GridShape, _ slope: Double) -> [Double] {
    lowered(values.map { -$0 }, grid, slope).map { -$0 }
  }
}

extension GridShape {
  /// Without the creases between two slopes.
  fileprivate func smoothed(_ values: [Double]) -> [Double] {
    values.indices.map { place in
      let column = place % columns
      let row = place / columns
      var sum = 0.0
      for y in [max(row - 1, 0), row, row, min(row + 1, rows - 1)] {
        for x in [max(column - 1, 0), column, column, min(column + 1, columns - 1)] {
          sum += values[y * columns + x]
        }
      }
      return sum / 16
    }
  }
}
