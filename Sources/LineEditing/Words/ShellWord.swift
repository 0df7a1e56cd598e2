/// A word of a line as a shell would read it.
package struct ShellWord: Hashable, Sendable {
  /// The quoting that keeps a part of a word from being split or read as a pattern.
  package enum Quote: Hashable, Sendable { case single, double, backslash }

  /// The word's range in the line, including its quotes.
  package internal(set) var range: Range<String.Index>
  /// The word without its quotes; bytes that are not UTF-8 are encoded as in `LosslessText`.
  package internal(set) var text = ""
  /// The word as a pattern: `text` with a backslash before each quoted character that would have a
  /// meaning there: `* ? [ ] \`.
  package internal(set) var pattern = ""
  /// Whether it contains an unquoted `*`, `?` or `[` and is not a file URL.
  package var isPattern: Bool { hasBareWildcard && !isFileURL }
  /// Whether it begins with an unquoted `~`, which stands for a home folder.
  package internal(set) var startsWithTilde = false
  /// The unclosed quote, or a backslash at the end; nil if there is neither.
  package internal(set) var openQuote: Quote?

  var hasBareWildcard = false
  /// The number of unquoted scalars at the beginning.
  private(set) var bareLength = 0
  private var isBareSoFar = true
  /// Whether the unclosed quote starts the word, so that it contains the whole word.
  var isAllInOpenQuote = false
  /// False once a quote has been opened, even an empty one.
  var openingIsBare = true

  init(at index: String.Index) { range = index..<index }

  package var bytes: [UInt8] { LosslessText.bytes(of: text) }

  /// The file that the word names: `text`, or the path of an unquoted `file:` URL of this machine,
  /// as some terminals and file managers produce when a file is dropped or copied.
  package var fileName: String { filePathOfURL ?? text }

  /// Whether the word is an unquoted `file:` URL of this machine.
  package var isFileURL: Bool { filePathOfURL != nil }

  private var filePathOfURL: String? {
    bareLength >= FileURL.scheme.utf8.count ? FileURL.path(in: text) : nil
  }

  mutating func append(_ scalar: Unicode.Scalar, quoted: Bool) {
    if quoted {
      isBareSoFar = false
      if "*?[]\\".unicodeScalars.contains(scalar) { pattern.unicodeScalars.append("\\") }
    } else {
      if "*?[".unicodeScalars.contains(scalar) { hasBareWildcard = true }
      if scalar == "~", text.isEmpty, openingIsBare { startsWithTilde = true }
      if isBareSoFar { bareLength += 1 }
    }
    text.unicodeScalars.append(scalar)
    pattern.unicodeScalars.append(scalar)
  }
}
