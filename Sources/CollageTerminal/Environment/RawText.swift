internal import CollageKit
internal import Glibc
internal import LineEditing

/// The program's arguments as text that loses no byte: the argument parser takes strings, but file
/// names are bytes.
package enum RawText {
  /// Without the program's name.
  package static var arguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe text(of: argument)
    }
  }

  /// The text of a C string.
  package static func text(of string: UnsafePointer<CChar>) -> String {
    unsafe LosslessText.text(
      of: [UInt8](UnsafeRawBufferPointer(start: string, count: strlen(string))))
  }
}

extension String {
  /// Lossless text escaped for display on one line.
  package var displayedWhole: String { LosslessText.bytes(of: self).displayed }

  /// The same for a value that a message quotes, of which more than 80 characters would hide the
  /// reason.
  package var displayedRaw: String { LosslessText.bytes(of: self).abridged }
}
