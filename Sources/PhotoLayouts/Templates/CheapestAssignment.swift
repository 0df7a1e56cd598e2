/// Gives each row a column of its own so that the sum of what they cost is the least there is (Kuhn
/// and Munkres): exact, and the same on every machine.
package enum CheapestAssignment {
  /// The column of each row.
  ///
  /// - Parameter costs: of each row in each column; as many columns as rows.
  /// - Cost: grows with the cube of their number.
  package static func columns(for costs: [[Int]]) -> [Int] {
    var search = Search(costs)
    for row in costs.indices { search.add(row) }
    return search.columns
  }

  /// Rows that have a column, and prices for which each has one of its cheapest.
  private struct Search {
    private let costs: [[Int]]
    private var rowPrices: [Int]
    private var columnPrices: [Int]
    /// The row that has a column; nil for none.
    private var rows: [Int?]

    init(_ costs: [[Int]]) {
      self.costs = costs
      rowPrices = costs.map { _ in 0 }
      columnPrices = costs.map { _ in 0 }
      rows = costs.map { _ in nil }
    }

    var columns: [Int] {
      var columns = costs.map { _ in 0 }
      for (column, row) in rows.enumerated() {
        if let row { columns[row] = column }
      }
      return columns
    }

    /// Gives a row a column, for which others may have to change theirs.
    mutating func add(_ added: Int) {
      /// By how much each column is too dear for the rows that were looked at.
      var gaps = costs.map { _ in Int.max }
      /// From which column a column was reached; nil for the added row.
      var previous: [Int?] = costs.map { _ in nil }
      var isSettled = costs.map { _ in false }
      var (row, column) = (added, nil as Int?)
      while true {
        for next in costs.indices where !isSettled[next] {
          let gap = costs[row][next] - rowPrices[row] - columnPrices[next]
          if gap < gaps[next] {
            gaps[next] = gap
            previous[next] = column
          }
        }
        let open = costs.indices.filter { !isSettled[$0] }
        guard let cheapest = open.min(by: { gaps[$0] < gaps[$1] }) else { return }
        change(added, by: gaps[cheapest], isSettled, &gaps)
        isSettled[cheapest] = true
        guard let owner = rows[cheapest] else { return take(cheapest, previous, added) }
        (row, column) = (owner, cheapest)
      }
    }

    /// Changes the prices so that one more column costs as little as those that are settled.
    private mutating func change(
      _ added: Int, by step: Int, _ isSettled: [Bool], _ gaps: inout [Int]
    ) {
      rowPrices[added] += step
      for column in costs.indices {
        guard isSettled[column], let row = rows[column] else {
          gaps[column] -= step
          continue
        }
        rowPrices[row] += step
        columnPrices[column] -= step
      }
    }

    /// Takes a free column; each row on the way to it moves on by one.
    private mutating func take(_ free: Int, _ previous: [Int?], _ added: Int) {
      var column = free
      while let before = previous[column] {
        rows[column] = rows[before]
        column = before
      }
      rows[column] = added
    }
  }
}
