/// Where a square of values gets brighter, by ranks: the differences of smoothed ranks between
/// neighbours.
struct RankGradients {
  /// To the next value in the row; 0 at its end.
  let across: [Int16]
  /// To the next value in the column; 0 at its end.
  let down: [Int16]

  /// - Parameters:
  ///   - values: `side` times `side` of them, 0 or more.
  ///   - divisor: of 32 times a rank's difference; at least the number of values divided by 32.
  init(_ values: [Int], side: Int, divisor: Int) {
    let smooth = Self.smoothed(Self.ranks(values), side)
    across = smooth.indices.map { place in
      place % side == side - 1 ? 0 : Int16((smooth[place + 1] - smooth[place]) / divisor)
    }
    down = smooth.indices.map { place in
      place / side == side - 1 ? 0 : Int16((smooth[place + side] - smooth[place]) / divisor)
    }
  }

  /// Twice each value's rank less the mean; equal values share their ranks.
  static func ranks(_ values: [Int]) -> [Int] {
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
  private static func smoothed(_ values: [Int], _ side: Int) -> [Int] {
    let rows = values.indices.map { place in
      values[place % side == 0 ? place : place - 1] + 2 * values[place]
        + values[place % side == side - 1 ? place : place + 1]
    }
    return rows.indices.map { place in
      rows[place / side == 0 ? place : place - side] + 2 * rows[place]
        + rows[place / side == side - 1 ? place : place + side]
    }
  }
}
