internal import PhotoCodecs
package import PhotoSources
internal import SystemPackage

/// A saved collage with what lists show of it, and the text in which its words are searched for.
package struct CollageEntry: Sendable {
  package let listed: ListedAsset
  /// Nil if its recipe can't be read, or wasn't yet.
  package let summary: CollageSummary?
  /// Title, photos' names, date, the name of a renamed file, and words, without case and accents.
  fileprivate let searchText: [UInt8]

  package init(_ listed: ListedAsset, _ summary: CollageSummary? = nil) {
    self.listed = listed
    self.summary = summary
    let texts =
      [summary?.title ?? ""] + (summary?.photos ?? []) + [listed.dateText]
      + [listed.asset.renamed?.string ?? "", summary?.words ?? ""]
    searchText = TextFolding.folded(texts.joined(separator: "\n").utf8)
  }
}

/// Words to search for among saved collages: each must be in the title, in a photo's name, in the
/// date or in what the file says to those who don't see it, or begin the id; `today` and `yesterday`
/// are also the days of a save. A word after a hyphen must not.
package struct CollageSearch: Hashable, Sendable {
  private struct Term: Hashable {
    let text: [UInt8]
    let isNegated: Bool
    /// When it was saved, for a date with a key; then the text doesn't matter.
    var period: SearchPeriod?
    /// A day of a save that the text names.
    var day: SearchPeriod?
  }

  private let terms: [Term]

  package init(_ words: [[UInt8]]) {
    terms = words.filter { !$0.isEmpty }.map { word in
      Self.term(word, period: try? SearchPeriod(Self.withoutHyphen(word)))
    }
  }

  /// - Throws: for a date that can't be read; a search that is typed looks for it as for a word.
  package init(checking words: [[UInt8]]) throws(SearchTermError) {
    terms = try words.filter { !$0.isEmpty }.map { word throws(SearchTermError) in
      Self.term(word, period: try SearchPeriod(Self.withoutHyphen(word)))
    }
  }

  private static func withoutHyphen(_ word: [UInt8]) -> ArraySlice<UInt8> {
    word.count > 1 && word[0] == UInt8(ascii: "-") ? word[1...] : word[...]
  }

  private static func term(_ word: [UInt8], period: SearchPeriod?) -> Term {
    let text = withoutHyphen(word)
    return Term(
      text: TextFolding.folded(text), isNegated: text.count < word.count, period: period,
      day: SearchPeriod(named: text))
  }

  /// Whether a word with a key, such as `date:2024`, is one of these searches.
  package static func knows(_ word: String) -> Bool {
    SearchPeriod.keys.contains { word.drop { $0 == "-" }.lowercased().hasPrefix("\($0):") }
  }

  /// The words in a typed line, as in a search for photos.
  package init(line: [UInt8]) { self.init(SearchQuery.words(in: line)) }

  package var isEmpty: Bool { terms.isEmpty }

  package func matches(_ entry: CollageEntry) -> Bool {
    terms.allSatisfy { term in
      if let period = term.period {
        let isThen = entry.listed.date.map { period.contains($0) } ?? false
        return isThen != term.isNegated
      }
      let isThere =
        entry.searchText.contains(term.text)
        || term.text.count >= 4 && entry.listed.asset.id.text.utf8.starts(with: term.text)
        || term.day.map { day in entry.listed.date.map { day.contains($0) } ?? false } ?? false
      return isThere != term.isNegated
    }
  }
}

extension ListedAsset {
  /// "2024-07-15 12:34", on this machine's clock; empty if that can't be displayed.
  package var dateText: String {
    date.map { String($0.description.replacing("T", with: " ").prefix(16)) } ?? ""
  }
}

extension [UInt8] {
  /// Whether these bytes are in it.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard count >= word.count else { return false }
    return (0...count - word.count).contains { start in
      self[start] == first && self[start..<start + word.count].elementsEqual(word)
    }
  }
}
