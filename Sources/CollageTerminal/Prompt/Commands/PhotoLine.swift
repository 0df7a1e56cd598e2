internal import CollageKit
internal import LineEditing

/// A line that names photos to add.
enum PhotoLine: Hashable {
  /// The arguments of `add`.
  case words([PathWord])
  /// Addresses from the command line.
  case addresses([PhotoAddress])
  case bare(BareLine)
}

/// A line without a command: either file names, dropped or pasted, or a mistake.
struct BareLine: Hashable {
  /// The whole line as a path, for a name with spaces but without quotes; nil if it can't be one.
  private let whole: PathWord?
  private let words: [PathWord]
  /// The error if the line names no file.
  private let complaint: String

  init(_ line: String, _ words: [ShellWord], complaint: String) {
    var text = line[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    whole = PathWord(
      FileURL.path(in: String(text)) ?? String(text), startsWithTilde: text.first == "~")
    self.words = words.compactMap { PathWord($0) }
    self.complaint = complaint
  }

  /// The words of the line, if its first word, or the whole text, names something; else nil. Looks
  /// at the disk.
  var namedPhotos: [PathWord]? {
    if let whole, whole.exists { return [whole] }
    return words.first?.namesSomething == true ? words : nil
  }

  /// The error if the line names no file, which may name one that differs only by capital letters.
  /// Looks at the disk.
  var error: String {
    // Without words, the line has a mistake that comes before all names.
    for word in words.isEmpty ? [] : [whole, words.first].compactMap(\.self) {
      if let meant = SimilarFile.path(word.path, onlyLetters: true) {
        return "'\(word.path.displayed)' is neither a command nor a file; did you mean "
          + "'\(meant.displayed)'?"
      }
    }
    return complaint
  }
}
