/// The bytes with which JPEG XL files begin (ISO/IEC 18181-2).
enum JXLSignature {
  /// Of a codestream without a container.
  static let bare: [UInt8] = [0xFF, 0x0A]
  private static let container: [UInt8] =
    [0, 0, 0, 0x0C] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]

  /// Whether a file begins with these bytes.
  static func begins(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.starts(with: bare) || bytes.starts(with: container)
  }
}
