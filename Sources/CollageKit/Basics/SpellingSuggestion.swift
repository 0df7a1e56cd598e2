/// Finds the word that was probably meant.
package enum SpellingSuggestion {
  /// The shortest word that begins with the mistyped one, else the most similar one; nil if more
  /// than a third of its letters, or more than two, differ.
  package static func nearest(to word: String, in words: [String]) -> String? {
    guard canBeName(word) else { return nil }
    let beginning = word.lowercased()
    let longer = word.isEmpty ? [] : words.filter { $0.hasPrefix(beginning) }
    if let shortest = longer.min(by: { $0.utf8.count < $1.utf8.count }) { return shortest }
    return words.map { ($0, distance($0, word)) }
      .filter { $0.1 <= min(2, word.count / 3) }
      .min { $0.1 < $1.1 }?.0
  }

  /// Whether a word isn't far longer than any name of a command, setting or option. Comparing a
  /// text of 100,000 characters with all names would take seconds.
  package static func canBeName(_ word: String) -> Bool { word.utf8.count <= 100 }

  /// How many letters must be changed, added, dropped, or swapped with a neighbour to turn one word
  /// into the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first.lowercased())
    let second = Array(second.lowercased())
    var rows = [Array(0...second.count)]
    for row in 1..<first.count + 1 {
      var costs = [row]
      for column in 1..<second.count + 1 {
        let isSame = first[row - 1] == second[column - 1]
        var cost = min(
          rows[row - 1][column - 1] + (isSame ? 0 : 1), rows[row - 1][column] + 1,
          costs[column - 1] + 1)
        if row > 1, column > 1, first[row - 1] == second[column - 2],
          first[row - 2] == second[column - 1]
        {
          cost = min(cost, rows[row - 2][column - 2] + 1)
        }
        costs.append(cost)
      }
      rows.append(costs)
    }
    return rows[first.count][second.count]
  }
}
