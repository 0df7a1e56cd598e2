/// A parsed JSON document.
struct JSONDocument: Hashable, Sendable {
  let value: JSONValue
  /// The first key that occurs twice in its object, as a path such as `["photos", 0, "focus"]`; the last value was
  /// kept.
  let repeatedKey: [JSONPathComponent]?

  /// The limit of nested lists and objects; deeper ones would serve only to exhaust a stack.
  static let maxDepth = 64

  /// Parses strictly according to RFC 8259, in time and memory proportional to the number of bytes.
  init(_ bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes)
    value = try parser.document()
    repeatedKey = parser.repeatedKey
  }
}

enum JSONPathComponent: Hashable, Sendable {
  case key(String)
  /// From 0.
  case index(Int)
}

extension [JSONPathComponent] {
  /// "tree.across[1].photo".
  var displayed: String {
    enumerated().map { place, component in
      switch component {
      case .key(let key): (place == 0 ? "" : ".") + Array<UInt8>(key.utf8).displayed
      case .index(let index): "[\(index)]"
      }
    }.joined()
  }
}

/// Why bytes could not be read as JSON, and at which one, from 1.
enum JSONError: Error, Hashable, Sendable {
  case invalid(reason: String, byte: Int)
  case tooDeep(byte: Int)
}

extension JSONError: CustomStringConvertible {
  var description: String {
    switch self {
    case .invalid(let reason, let byte): "this is not JSON: \(reason) at byte \(byte)"
    case .tooDeep(let byte): "lists and objects are nested more than \(JSONDocument.maxDepth) deep at byte \(byte)"
    }
  }
}
