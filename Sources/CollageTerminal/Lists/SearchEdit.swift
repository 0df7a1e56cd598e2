internal import LineEditing

/// A change of what a list is searched for, by a key.
enum SearchEdit: Hashable {
  case type(String)
  case deleteCharacter
  case deleteWord
  case clear

  /// The search as it is once it is changed.
  func applied(to term: [UInt8]) -> [UInt8] {
    var text = LosslessText.text(of: term)
    switch self {
    // As bytes: what was typed may complete a character whose first bytes are there.
    case .type(let typed): return term + LosslessText.bytes(of: typed)
    case .deleteCharacter: _ = text.popLast()
    case .deleteWord:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    case .clear: text = ""
    }
    return LosslessText.bytes(of: text)
  }
}
