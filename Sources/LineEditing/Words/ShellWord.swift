/// A word of a line as a shell would read it.
package struct ShellWord: Hashable, Sendable {
  /// How a part of a word is kept from being split or read as a pattern.
  package enum Quote: Hashable, Sendable { case single, double, backslash }

  /// Where the word is in the line, its quotes with it.
  package internal(set) var range: Range<String.Index>
  /// The word without its quotes; bytes that are not UTF-8 are carried as `LosslessText` says.
  package internal(set) var text = ""
  /// The same, with a backslash before what was quoted and would mean something in a pattern: `* ? [ ] \`.
  package internal(set) var pattern = ""
  /// Whether a `*`, `?` or `[` stands in it unquoted, and it is no URL.
  package var isPattern: Bool { hasBareWildcard && !isFileURL }
  /// Whether it begins with a `~` that is not quoted, and so with somebody's home folder.
  package internal(set) var startsWithTilde = false
  /// The quote that has no end, or the backslash with nothing behind it.
  package internal(set) var openQuote: Quote?

  var hasBareWildcard = false
  /// Scalars at the beginning that were not quoted.
  var bareLength = 0
  /// Whether the open quote opens the word, so that all of the word is inside it.
  var isAllInOpenQuote = false
  /// False once a quote was opened, even an empty one.
  var openingIsBare = true

  init(at index: String.Index) { range = index..<index }

  package var bytes: [UInt8] { LosslessText.bytes(of: text) }

  /// The file that the word names: `text`, or the path in it where it is an unquoted `file:` URL of this machine, which is
  /// what some terminals and file managers make of a file that is dropped or copied.
  package var fileName: String { filePathOfURL ?? text }

  /// Whether the word is such a URL.
  package var isFileURL: Bool { filePathOfURL != nil }

  private var filePathOfURL: String? {
    bareLength >= FileURL.scheme.utf8.count ? FileURL.path(in: text) : nil
  }

  mutating func append(_ scalar: Unicode.Scalar, quoted: Bool) {
    if quoted, "*?[]\\".unicodeScalars.contains(scalar) { pattern.unicodeScalars.append("\\") }
    if !quoted {
      if "*?[".unicodeScalars.contains(scalar) { hasBareWildcard = true }
      if scalar == "~", text.isEmpty, openingIsBare { startsWithTilde = true }
      if bareLength == text.unicodeScalars.count { bareLength += 1 }
    }
    text.unicodeScalars.append(scalar)
    pattern.unicodeScalars.append(scalar)
  }
}
