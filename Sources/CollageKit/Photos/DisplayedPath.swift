internal import Files
internal import SafeText
package import SystemPackage

extension FilePath {
  /// The path for display on one line: control characters and bytes that are not UTF-8 are shown as
  /// `\xNN`. If it is too long for any file, only its beginning is shown.
  package var displayed: String { isPossible ? bytes.displayed : bytes.abridged }

  private var isPossible: Bool {
    bytes.count <= Self.maxBytes
      && bytes.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= Self.maxNameBytes }
  }

  /// The longest path that Linux accepts, in bytes.
  private static let maxBytes = 4096
  /// Some file systems don't count bytes but allow 255 characters of up to three bytes in UTF-8.
  private static let maxNameBytes = 3 * 255
}

extension Collection<UInt8> {
  /// These bytes as text on one line: control characters and bytes that are not UTF-8 are shown as
  /// `\xNN`.
  package var displayed: String { TerminalText.escaped(self) }

  /// The beginning of these bytes as text on one line, for those that are too long to be read in a
  /// message.
  package var abridged: String { TerminalText.abridged(self) }
}
