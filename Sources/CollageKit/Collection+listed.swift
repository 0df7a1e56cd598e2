extension Collection<String> {
  /// The texts as a part of a sentence; only the first 12 of more than 14, since a whole folder
  /// would scroll everything else away.
  package var listed: String {
    let shown = prefix(count > 14 ? 12 : 14).joined(separator: ", ")
    return count > 14 ? "\(shown) and \(count - 12) more" : shown
  }
}
