/// Text as an object of a PDF (ISO 32000-1, 7.9.2.2).
enum PDFText {
  private static let plain: ClosedRange<UInt8> = 0x20...0x7E
  /// What means something in a string, and is written behind a backslash.
  private static let escaped = Array(#"()\"#.utf8)

  /// In parentheses if it has only characters of ASCII, else in UTF-16, with its mark, in digits.
  static func string(_ text: String) -> String {
    guard text.utf8.allSatisfy(plain.contains) else {
      let units = [0xFEFF] + text.utf16
      return "<\(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }.hexadecimal)>"
    }
    let bytes = text.utf8.flatMap { escaped.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    return "(\(String(decoding: bytes, as: UTF8.self)))"
  }
}
