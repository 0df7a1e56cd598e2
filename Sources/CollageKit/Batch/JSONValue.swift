internal import FoundationEssentials

/// A value in JSON, of any kind: for looking into a line without knowing what it holds.
enum JSONValue: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  /// Nil when the bytes are no JSON.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }

  /// What it is, with its article.
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

  /// A text or a number as it stands there; nil for other kinds.
  var shown: String? {
    switch self {
    case .text(let text): "\"\(Array(text.utf8).displayed)\""
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: nil
    }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }

  /// A whole number from 0 to 2 to the 53.
  var wholeNumber: Int? {
    guard case .number(let number) = self, (0...9_007_199_254_740_992).contains(number) else { return nil }
    return Int(exactly: number)
  }
}
