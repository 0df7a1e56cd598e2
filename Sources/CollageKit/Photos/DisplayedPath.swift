internal import Files
internal import SafeText
package import SystemPackage

extension FilePath {
  /// The path for display on one line: control characters and bytes that are not UTF-8 are shown as `\xNN`.
  package var displayed: String { bytes.displayed }
}

extension Collection<UInt8> {
  /// These bytes as text on one line: control characters and bytes that are not UTF-8 are shown as `\xNN`.
  package var displayed: String { TerminalText.escaped(self) }
}
