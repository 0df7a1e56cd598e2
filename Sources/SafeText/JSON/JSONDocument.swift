/// A parsed JSON document.
package struct JSONDocument: Hashable, Sendable {
  package let value: JSONValue
  /// The first key that occurs twice in its object, as a path such as `["photos", 0, "focus"]`; the
  /// last value was kept.
  package let repeatedKey: [JSONPathComponent]?

  /// The maximum depth of nested lists and objects. Deeper ones would serve only to exhaust a
  /// stack.
  package static let maxDepth = 64

  /// Parses strictly according to RFC 8259, in time and memory proportional to the number of bytes.
  package init(_ bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes)
    value = try parser.document()
    repeatedKey = parser.repeatedKey
  }
}

package enum JSONPathComponent: Hashable, Sendable {
  case key(String)
  /// A position in a list, from 0.
  case index(Int)
}

extension [JSONPathComponent] {
  /// The path as users see it, such as "tree.across[1].photo".
  package var displayed: String {
    enumerated().map { place, component in
      switch component {
      case .key(let key): (place == 0 ? "" : ".") + TerminalText.abridged(key.utf8)
      case .index(let index): "[\(index)]"
      }
    }.joined()
  }
}

/// Why bytes could not be read as JSON, and at which byte, counted from 1.
package enum JSONError: Error, Hashable, Sendable {
  case invalid(reason: String, byte: Int)
  case tooDeep(byte: Int)
}

extension JSONError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalid(let reason, let byte): "this is not JSON: \(reason) at byte \(byte)"
    case .tooDeep(let byte):
      "lists and objects are nested more than \(JSONDocument.maxDepth) deep at byte \(byte)"
    }
  }
}
