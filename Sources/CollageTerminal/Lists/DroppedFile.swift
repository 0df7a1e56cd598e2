internal import LineEditing

/// A file or folder that was dropped onto a list, or pasted: a whole path, perhaps in quotes, with
/// escaped spaces, or as a `file:` URL.
struct DroppedFile {
  /// The last component of its path, by which a search finds it.
  let searchText: String

  /// Nil for any other text, and for several files.
  init?(_ text: String) {
    let words = ShellWords.split(text.trimmed)
    guard words.count == 1, let word = words.first, word.openQuote == nil else {
      // A terminal may drop a path with spaces as it is.
      guard text.hasPrefix("/"), !text.contains(where: \.isNewline) else { return nil }
      self.init(path: text.trimmed)
      return
    }
    guard word.fileName.hasPrefix("/") || word.startsWithTilde else { return nil }
    self.init(path: word.fileName)
  }

  private init?(path: String) {
    guard let name = path.split(separator: "/").last else { return nil }
    searchText = String(name)
  }
}

extension String {
  fileprivate var trimmed: String {
    let rest = drop(while: \.isWhitespace)
    return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
  }
}
