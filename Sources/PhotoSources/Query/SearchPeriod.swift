package import PhotoCodecs

/// When something was saved, as a search says it: `date:2024`, `date:2023..2024-06`, `after:2024`,
/// `before:2024-07-15`.
package struct SearchPeriod: Hashable, Sendable {
  package static let keys = ["date", "after", "before"]

  /// Of `LocalTime.digits`.
  private let digits: Range<Int>

  /// Nil for a word that doesn't begin with one of the keys.
  ///
  /// - Throws: when what follows the key is no date.
  package init?(_ word: ArraySlice<UInt8>) throws(SearchTermError) {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    guard Self.keys.contains(where: { text.hasPrefix("\($0):") }) else { return nil }
    switch try SearchTerm(Array(word)).condition {
    case .date(let period), .begins(let period): digits = period
    default: return nil
    }
  }

  /// The day that is meant by `today` or `yesterday`; nil for any other word.
  package init?(named word: ArraySlice<UInt8>) {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    guard ["today", "yesterday"].contains(text),
      let day = try? SearchPeriod(Array("date:\(text)".utf8)[...])
    else { return nil }
    self = day
  }

  package func contains(_ time: LocalTime) -> Bool { digits.contains(time.digits) }
}
