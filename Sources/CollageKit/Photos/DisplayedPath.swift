internal import Files
internal import SafeText
package import SystemPackage

extension FilePath {
  /// The path for display on one line: control characters and bytes that are not UTF-8 are shown as
  /// `\xNN`. Of a path that is too long for any file, the beginning.
  package var displayed: String { isPossible ? bytes.displayed : bytes.abridged }

  private var isPossible: Bool {
    bytes.count <= Self.maxBytes
      && bytes.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= Self.maxNameBytes }
  }

  /// What Linux takes.
  private static let maxBytes = 4096
  /// 255 characters on file systems that don't count bytes, with up to three bytes in UTF-8.
  private static let maxNameBytes = 3 * 255
}

extension Collection<UInt8> {
  /// These bytes as text on one line: control characters and bytes that are not UTF-8 are shown as
  /// `\xNN`.
  package var displayed: String { TerminalText.escaped(self) }

  /// The same of the beginning, where there are too many to be read in a message.
  package var abridged: String { TerminalText.abridged(self) }
}
