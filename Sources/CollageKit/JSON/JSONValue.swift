/// A JSON value of any kind, for reading a line of unknown structure.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The kind with its article, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// A text or a number as it was written, shortened to 100 characters; nil for other kinds.
  var shown: String? {
    let maxCount = 100
    let short = { (text: String) in text.count > maxCount ? text.prefix(maxCount) + "…" : text }
    return switch self {
    case .text(let text): "\"\(Array(short(text).utf8).displayed)\""
    case .number(let number): short(number.text)
    default: nil
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  /// Nil also for a number that is too large.
  var number: Double? { if case .number(let number) = self, !number.isTooLarge { number.value } else { nil } }
  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }

  var isTooLargeNumber: Bool { if case .number(let number) = self { number.isTooLarge } else { false } }

  /// A whole number from 0 to 2 to the 53.
  var wholeNumber: Int? {
    guard let number, (0...9_007_199_254_740_992).contains(number) else { return nil }
    return Int(exactly: number)
  }
}

/// A number, and how it was written.
struct JSONNumber: Hashable, Sendable {
  let text: String
  /// The nearest double; infinite when the number is beyond the greatest.
  let value: Double

  var isTooLarge: Bool { value.isInfinite }
}
