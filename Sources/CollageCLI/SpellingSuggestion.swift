/// Finds the word that was probably meant.
enum SpellingSuggestion {
  /// The word that a mistyped one begins, else the nearest; nil when more than a third or two of its letters differ.
  static func nearest(to word: String, in words: [String]) -> String? {
    let (word, length) = (word.lowercased(), word.count)
    if !word.isEmpty, let longer = words.first(where: { $0.hasPrefix(word) }) { return longer }
    let maxDistance = min(2, length / 3)
    // A word of another length differs in more letters, and comparing a very long one would take a while.
    return words.filter { abs($0.count - length) <= maxDistance }
      .map { ($0, distance($0, word)) }
      .filter { $0.1 <= maxDistance }
      .min { $0.1 < $1.1 }?.0
  }

  /// How many letters must be changed, added, dropped, or swapped with their neighbour to turn one word into the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased())
    let second = Array(second.lowercased())
    var rows = [Array(0...second.count)]
    for row in 1..<first.count + 1 {
      var costs = [row]
      for column in 1..<second.count + 1 {
        let isSame = first[row - 1] == second[column - 1]
        var cost = min(rows[row - 1][column - 1] + (isSame ? 0 : 1), rows[row - 1][column] + 1, costs[column - 1] + 1)
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          cost = min(cost, rows[row - 2][column - 2] + 1)
        }
        costs.append(cost)
      }
      rows.append(costs)
    }
    return rows[first.count][second.count]
  }
}
