/// An object of a PDF, without streams.
package indirect enum PDFValue: Equatable {
  case number(Double)
  case name(String)
  case text(String)
  case array([PDFValue])
  case dictionary([String: PDFValue])
  case reference(Int)
  /// "true", "null", and what is none of the others.
  case word(String)

  /// The first object in a text; nil where that isn't whole.
  package init?(_ text: some StringProtocol) {
    var parser = Parser(rest: Array(text.utf8)[...])
    guard let value = parser.value() else { return nil }
    self = value
  }

  package subscript(_ key: String) -> PDFValue? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }

  package var string: String? { if case .text(let text) = self { text } else { nil } }
  package var name: String? { if case .name(let name) = self { name } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var reference: Int? { if case .reference(let number) = self { number } else { nil } }
  package var array: [PDFValue]? { if case .array(let values) = self { values } else { nil } }

  private struct Parser {
    var rest: ArraySlice<UInt8>

    private mutating func skipSpace() { rest = rest.drop { $0 <= 0x20 } }

    private mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    private mutating func word() -> String {
      let bytes = rest.prefix { $0 > 0x20 && !"/[]<>()".utf8.contains($0) }
      rest = rest.dropFirst(bytes.count)
      return String(decoding: bytes, as: UTF8.self)
    }

    mutating func value() -> PDFValue? {
      skipSpace()
      if take("<<") { return dictionary() }
      if take("<") { return digits() }
      if take("(") { return literal() }
      if take("[") { return array() }
      if take("/") { return .name(word()) }
      let first = word()
      guard !first.isEmpty else { return nil }
      guard let number = Double(first) else { return .word(first) }
      let before = rest
      skipSpace()
      if word() == "0" {
        skipSpace()
        if word() == "R" { return .reference(Int(number)) }
      }
      rest = before
      return .number(number)
    }

    private mutating func dictionary() -> PDFValue? {
      var entries: [String: PDFValue] = [:]
      while true {
        skipSpace()
        if take(">>") { return .dictionary(entries) }
        // No key may be there twice.
        guard take("/"), case let key = word(), entries[key] == nil, let value = value() else {
          return nil
        }
        entries[key] = value
      }
    }

    private mutating func array() -> PDFValue? {
      var values: [PDFValue] = []
      while true {
        skipSpace()
        if take("]") { return .array(values) }
        guard let value = value() else { return nil }
        values.append(value)
      }
    }

    /// In UTF-16, with its mark.
    private mutating func digits() -> PDFValue? {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let digits = Array(rest[..<end])
      rest = rest[end...].dropFirst()
      let units = stride(from: 0, to: digits.count, by: 4).compactMap { start in
        UInt16(String(decoding: digits[start...].prefix(4), as: UTF8.self), radix: 16)
      }
      guard units.count * 4 == digits.count, units.first == 0xFEFF else { return nil }
      return .text(String(decoding: units.dropFirst(), as: UTF16.self))
    }

    private mutating func literal() -> PDFValue? {
      var text: [UInt8] = []
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: ")"): return .text(String(decoding: text, as: UTF8.self))
        case UInt8(ascii: "\\"): text.append(rest.popFirst() ?? 0)
        case UInt8(ascii: "("), 0..<0x20, 0x7F...: return nil
        default: text.append(byte)
        }
      }
      return nil
    }
  }
}
