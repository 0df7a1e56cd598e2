internal import SafeText

/// Lossless conversion between bytes and text: UTF-8 becomes text, every other byte becomes a
/// private-use scalar.
///
/// A file name is bytes and a line is text, so this lets a name that is not UTF-8 be typed, pasted,
/// completed and stored. Byte `NN`, always 0x80 or above, becomes the scalar U+10FENN. If the input
/// contains one of those scalars itself, its four bytes are encoded the same way, so the result is
/// unambiguous.
package enum LosslessText {
  private static let base: UInt32 = 0x10_FE00

  /// The text that encodes these bytes.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Without this byte the input contains none of the private-use scalars.
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      let scalar = UTF8.first(of: rest).flatMap { Self.byte(carriedBy: $0) == nil ? $0 : nil }
      scalars.append(scalar ?? Unicode.Scalar(base + UInt32(byte))!)
      rest.removeFirst(scalar.map(UTF8.width) ?? 1)
    }
    return String(scalars)
  }

  /// The bytes that a text encodes.
  package static func bytes(of text: String) -> [UInt8] {
    text.unicodeScalars.reduce(into: []) { bytes, scalar in
      if let byte = byte(carriedBy: scalar) {
        bytes.append(byte)
      } else {
        bytes += UTF8.encode(scalar)!
      }
    }
  }

  /// The byte that a scalar encodes; nil for an ordinary scalar.
  package static func byte(carriedBy scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// How many bytes at the end, at most three, are the start of an incomplete character.
  static func unfinishedLength(of bytes: [UInt8]) -> Int {
    (1...3).last { length in
      // The first byte of a character may restrict the second; one of these two always continues
      // it.
      length <= bytes.count
        && [0x80, 0xBF].contains { (byte: UInt8) in
          UTF8.first(of: bytes.suffix(length) + [byte, byte, byte]).map { UTF8.width($0) > length }
            ?? false
        }
    } ?? 0
  }
}
