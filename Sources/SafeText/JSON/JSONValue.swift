/// A JSON value of any kind, for reading a line of unknown structure.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The kind with its article, for messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// A text or a number as it was written, shortened to 80 characters; nil for other kinds.
  package var shown: String? {
    switch self {
    case .text(let text): "\"\(TerminalText.abridged(text.utf8))\""
    case .number(let number): TerminalText.abridged(number.text.utf8)
    default: nil
    }
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number; nil if it is too large for a double, or if the value is no number.
  package var number: Double? {
    if case .number(let number) = self, !number.isTooLarge { number.value } else { nil }
  }
  package var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var object: [String: JSONValue]? {
    if case .object(let object) = self { object } else { nil }
  }

  package var isTooLargeNumber: Bool {
    if case .number(let number) = self { number.isTooLarge } else { false }
  }

  /// The value as a whole number of at least 0: of any size if it is written in digits alone, else
  /// at most 2^53. Nil for anything else.
  package var wholeNumber: Int? {
    if case .number(let number) = self, let whole = Int(number.text), whole >= 0 { return whole }
    guard let number, (0...9_007_199_254_740_992).contains(number) else { return nil }
    return Int(exactly: number)
  }
}

/// A number, with the text in which it was written.
package struct JSONNumber: Hashable, Sendable {
  package let text: String
  /// The nearest double; infinite if the number is larger than any.
  package let value: Double

  package var isTooLarge: Bool { value.isInfinite }
}
