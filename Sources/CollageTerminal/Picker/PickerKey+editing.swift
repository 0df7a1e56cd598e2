internal import LineEditing
internal import SafeText

extension PickerKey {
  /// The search as it is once this key has changed it.
  func edited(_ term: [UInt8]) -> [UInt8] {
    var text = LosslessText.text(of: term)
    switch self {
    case .type(let typed): return term + LosslessText.bytes(of: typed)
    case .deleteCharacter: _ = text.popLast()
    case .deleteWord:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    case .clearSearch: text = ""
    default: break
    }
    return LosslessText.bytes(of: text)
  }
}
