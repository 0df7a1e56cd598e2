extension String {
  /// The word that follows another one; nil when that does not occur.
  func word(after mark: String) -> String? {
    let words = split(separator: " ")
    return words.firstIndex { $0 == mark }.flatMap { words.dropFirst($0 + 1).first }.map(String.init)
  }
}
