internal import CollageKit
internal import LineEditing

/// A line that names photos to add.
enum PhotoLine: Hashable {
  /// The arguments of `add`.
  case words([PathWord])
  /// What the command line names.
  case addresses([PhotoAddress])
  case bare(BareLine)
}

/// A line that begins with no command: names of files, as they come from a drop or a paste, or a
/// mistake.
struct BareLine: Hashable {
  /// The whole line as a path, for a name with spaces and without quotes; nil when it can't be one.
  private let whole: PathWord?
  private let words: [PathWord]
  /// What to say when the line names no file.
  let complaint: String

  init(_ line: String, _ words: [ShellWord], complaint: String) {
    var text = line[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    whole = PathWord(
      FileURL.path(in: String(text)) ?? String(text), startsWithTilde: text.first == "~")
    self.words = words.compactMap { PathWord($0) }
    self.complaint = complaint
  }

  /// The words of a line whose first word, or whole text, names something; nil for any other line.
  /// Looks at the disk.
  var namedPhotos: [PathWord]? {
    if let whole, whole.exists { return [whole] }
    return words.first?.namesSomething == true ? words : nil
  }
}
