/// Lossless conversion between bytes and text: UTF-8 becomes text, every other byte becomes a private-use scalar.
///
/// A file name is bytes and a line is text, so this lets a name that is not UTF-8 be typed, pasted, completed and
/// stored. Byte `NN`, always 0x80 or above, becomes the scalar U+10FENN. If the input contains one of those scalars
/// itself, its four bytes are encoded the same way, so the result is unambiguous.
package enum LosslessText {
  private static let base: UInt32 = 0x10_FE00

  /// The text that encodes these bytes.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    // Without this byte the input contains none of the private-use scalars.
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      if case .complete(let scalar, let length) = character(in: bytes, at: index),
        byte(carriedBy: scalar) == nil
      {
        scalars.append(scalar)
        index += length
      } else {
        scalars.append(carrier(of: bytes[index]))
        index += 1
      }
    }
    return String(scalars)
  }

  /// The bytes that a text encodes.
  package static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(carriedBy: scalar) {
        bytes.append(byte)
      } else {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    return bytes
  }

  /// The byte that a scalar encodes; nil for an ordinary scalar.
  package static func byte(carriedBy scalar: Unicode.Scalar) -> UInt8? {
    (base + 0x80...base + 0xFF).contains(scalar.value) ? UInt8(scalar.value - base) : nil
  }

  /// How many bytes at the end, at most three, are the start of an incomplete character.
  static func unfinishedLength(of bytes: [UInt8]) -> Int {
    for length in stride(from: min(3, bytes.count), to: 0, by: -1) {
      if case .unfinished = character(in: bytes, at: bytes.count - length) { return length }
    }
    return 0
  }

  private static func carrier(of byte: UInt8) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(base + UInt32(byte)) else {
      preconditionFailure("the carriers are scalars")
    }
    return scalar
  }

  private enum Found {
    case complete(Unicode.Scalar, length: Int)
    /// The bytes end before the character does.
    case unfinished
    case invalid
  }

  /// The character whose first byte is at `index`, after the table of well-formed sequences in the Unicode standard
  /// (table 3-7).
  private static func character(in bytes: [UInt8], at index: Int) -> Found {
    let lead = bytes[index]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0...0x7F: return .complete(Unicode.Scalar(lead), length: 1)
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { second = 0xA0...0xBF }
      if lead == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { second = 0x90...0xBF }
      if lead == 0xF4 { second = 0x80...0x8F }
    default: return .invalid
    }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      guard index + offset < bytes.count else { return .unfinished }
      let byte = bytes[index + offset]
      guard (offset == 1 ? second : 0x80...0xBF).contains(byte) else { return .invalid }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value).map { .complete($0, length: length) } ?? .invalid
  }
}
