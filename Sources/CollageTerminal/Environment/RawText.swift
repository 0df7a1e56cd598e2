internal import CollageKit
internal import Glibc
internal import LineEditing

/// The program's arguments as text that loses no byte, because the argument parser takes strings,
/// but file names are bytes.
package enum RawText {
  /// The arguments without the program's name.
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

  /// A value quoted in a message, cut after 80 characters, because more would hide the reason.
  package var displayedRaw: String { LosslessText.bytes(of: self).abridged }
}
