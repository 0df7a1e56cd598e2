internal import CollageKit

/// Arguments as text without losing a byte: bytes that are not UTF-8 become private-use scalars, and back.
///
/// The argument parser wants strings, and file names are bytes. Scalars of the private range that are really in an argument
/// are carried the same way, so nothing is ambiguous.
enum RawText {
  /// Where byte 0 would be; only bytes from 0x80 on are ever carried.
  private static let base: UInt32 = 0x10_FE00

  /// The program's arguments, without its name.
  static var arguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      var bytes: [UInt8] = []
      var next = unsafe argument
      while unsafe next.pointee != 0 {
        bytes.append(unsafe UInt8(bitPattern: next.pointee))
        unsafe next += 1
      }
      return text(of: bytes)
    }
  }

  /// Text that carries these bytes.
  static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while !rest.isEmpty {
      var decoder = UTF8()
      var iterator = rest.makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&iterator), carried(by: scalar) == nil {
        text.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text.append(Unicode.Scalar(base + UInt32(rest.removeFirst()))!)
      }
    }
    return String(text)
  }

  /// The bytes that a text carries.
  static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { scalar in carried(by: scalar).map { [$0] } ?? Array(UTF8.encode(scalar)!) }
  }

  private static func carried(by scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }
}

extension String {
  /// A carried text for people, on one line.
  var displayedRaw: String { RawText.bytes(of: self).displayed }
}
