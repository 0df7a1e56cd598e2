extension Collection<String> {
  /// The texts as part of a sentence. Of more than 14, only the first 12, because a whole folder
  /// would scroll everything else off the screen.
  package var listed: String {
    let shown = prefix(count > 14 ? 12 : 14).joined(separator: ", ")
    return count > 14 ? "\(shown) and \(count - 12) more" : shown
  }
}
