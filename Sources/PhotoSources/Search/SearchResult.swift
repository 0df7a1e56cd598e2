/// What a search has found.
package struct SearchResult: Sendable {
  /// How many photos meet every condition but one.
  package struct Hidden: Hashable, Sendable {
    /// That condition as it was typed.
    package let term: [UInt8]
    package let count: Int
  }

  /// In order, up to the search's limit.
  package let photos: [IndexedPhoto]
  /// How many photos meet all conditions, whatever the limit.
  package let matchCount: Int
  /// How many photos there are.
  package let searchedCount: Int
  /// For each condition, in order. Where a condition needs headers, the counts of words and formats
  /// are left at 0, since headers are read only of photos that meet those.
  package let hidden: [Hidden]
}
