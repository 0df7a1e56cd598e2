/// What a search has found.
package struct SearchResult: Sendable {
  /// How many photos are left out because of a single condition: they meet all others.
  package struct Hidden: Hashable, Sendable {
    /// That condition as it was typed.
    package let term: [UInt8]
    package let count: Int

    package init(term: [UInt8], count: Int) {
      self.term = term
      self.count = count
    }
  }

  /// A bare word with a key that searches something else than paths before it.
  package struct KeyedWord: Hashable, Sendable {
    /// As it would be typed: `person:lena`.
    package let term: [UInt8]
    /// How many photos meet it, whatever else was searched for.
    package let count: Int
  }

  /// In order, up to the search's limit.
  package let photos: [IndexedPhoto]
  /// How many photos meet all conditions, whatever the limit.
  package let matchCount: Int
  /// How many photos were searched.
  package let searchedCount: Int
  /// For each condition, in order. If any condition needs headers, the counts for words and formats
  /// stay 0, because headers are read only for photos that meet those.
  package let hidden: [Hidden]
}
