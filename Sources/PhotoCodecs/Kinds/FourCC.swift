/// A code of four characters, as ISO base media files name their boxes, brands and items.
struct FourCC: Hashable, Sendable {
  /// The characters as one big-endian number.
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  /// The code that begins at `bytes`' first byte; nil if there are fewer than four.
  init?(_ bytes: some Sequence<UInt8>) {
    let code = bytes.prefix(4)
    guard Array(code).count == 4 else { return nil }
    value = code.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// - Parameter value: four ASCII characters.
  init(stringLiteral value: StaticString) {
    precondition(value.utf8CodeUnitCount == 4)
    self.value = unsafe UnsafeBufferPointer(start: value.utf8Start, count: 4).reduce(0) {
      $0 << 8 | UInt32($1)
    }
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters, those outside of printable ASCII as "?".
  var description: String {
    String(
      decoding: value.bigEndianBytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") },
      as: UTF8.self)
  }
}
