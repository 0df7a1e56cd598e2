/// Parses JSON without recursion, so that nesting can't exhaust the stack.
///
/// FoundationEssentials' decoder takes superlinear time for nested lists, needs a large stack,
/// drops duplicate keys, and accepts a comma after the last member.
struct JSONParser {
  /// The path to the first duplicate key; see `JSONDocument`.
  private(set) var repeatedKey: [JSONPathComponent]?
  private let bytes: [UInt8]
  private var index = 0
  /// Containers that have not ended, from the outermost to the innermost.
  private var open: [Container] = []

  /// A list or an object that has not ended yet.
  private struct Container {
    var elements: [JSONValue] = []
    var members: [String: JSONValue] = [:]
    /// The key of the member being read; nil in a list.
    var key: String?
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    while true {
      skipSpace()
      guard let value = try begin(), let root = try end(value) else { continue }
      guard index == bytes.count else { throw failure("unexpected text after the value") }
      return root
    }
  }

  /// Reads a value; nil when it is a list or an object with elements, which come next.
  private mutating func begin() throws(JSONError) -> JSONValue? {
    switch next {
    case UInt8(ascii: "{"):
      try enter()
      if take(UInt8(ascii: "}")) { return .object([:]) }
      open.append(Container(key: ""))
      try key()
      return nil
    case UInt8(ascii: "["):
      try enter()
      if take(UInt8(ascii: "]")) { return .list([]) }
      open.append(Container())
      return nil
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "-"): return .number(try number())
    case let byte? where byte.isDigit: return .number(try number())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw failure("a value is missing")
    }
  }

  /// Skips a bracket and the space after it.
  private mutating func enter() throws(JSONError) {
    guard open.count < JSONDocument.maxDepth else { throw .tooDeep(byte: index + 1) }
    index += 1
    skipSpace()
  }

  /// Adds a complete value to its container and closes the containers that end with it. Returns the
  /// outermost value when it is complete; nil when another value comes next.
  private mutating func end(_ value: JSONValue) throws(JSONError) -> JSONValue? {
    var value = value
    skipSpace()
    while let isObject = open.last.map({ $0.key != nil }) {
      add(value)
      if take(UInt8(ascii: ",")) {
        if isObject { try key() }
        return nil
      }
      guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw failure("a comma or \(isObject ? "}" : "]") is missing")
      }
      let whole = open.removeLast()
      value = isObject ? .object(whole.members) : .list(whole.elements)
      skipSpace()
    }
    return value
  }

  private mutating func add(_ value: JSONValue) {
    let last = open.count - 1
    guard let key = open[last].key else { return open[last].elements.append(value) }
    guard open[last].members.updateValue(value, forKey: key) != nil, repeatedKey == nil else {
      return
    }
    repeatedKey = open.map { $0.key.map(JSONPathComponent.key) ?? .index($0.elements.count) }
  }

  /// Reads the innermost object's next key.
  private mutating func key() throws(JSONError) {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw failure("a quoted key is missing") }
    open[open.count - 1].key = try text()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
  }

  private mutating func text() throws(JSONError) -> String {
    index += 1
    var unescaped: [UInt8] = []
    /// The text before this index has been copied to `unescaped`.
    var copied = index
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure("an unescaped control character") }
      guard byte == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      unescaped += bytes[copied..<index]
      unescaped += UTF8.encode(try escape())!
      copied = index
    }
    guard next != nil else { throw failure("a closing quote is missing") }
    guard let text = String(validating: unescaped + bytes[copied..<index], as: UTF8.self) else {
      throw failure("invalid UTF-8 in the text")
    }
    index += 1
    return text
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    index += 1
    guard let byte = next else { throw failure("an escape is cut off") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default:
      index -= 1
      throw failure("an unknown escape")
    }
  }

  /// The character after `\u`: four digits, or a pair of escapes for a character above U+FFFF.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")),
      case let second = try hexadecimal(), UTF16.isTrailSurrogate(second)
    else { throw failure("an unpaired surrogate") }
    return Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))!
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("a hexadecimal digit is missing")
      }
      value = value << 4 | UInt16(digit)
      index += 1
    }
    return value
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = index
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let value = Double(text) else { throw failure("an invalid number") }
    return JSONNumber(text: text, value: value)
  }

  private mutating func digits() throws(JSONError) {
    let start = index
    while let byte = next, byte.isDigit { index += 1 }
    guard index > start else { throw failure("a digit is missing") }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONError)
    -> JSONValue
  {
    guard bytes[index...].starts(with: word.description.utf8) else {
      throw failure("a value is missing")
    }
    index += word.utf8CodeUnitCount
    return value
  }

  /// Nil at the end.
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private func failure(_ reason: String) -> JSONError { .invalid(reason: reason, byte: index + 1) }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
