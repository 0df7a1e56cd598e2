/// Reads well-formed XML piece by piece; document types and entities of its own are not supported.
/// Anything that isn't well-formed, or is nested deeper or longer than the limits, ends the
/// document early and leaves `isWhole` false.
struct XMLScanner {
  enum Token {
    case open
    /// An attribute of the element that was opened last.
    case attribute(Range<Int>, value: Range<Int>)
    /// Text between two tags, with its references as they are written; never white space alone.
    case text(Range<Int>)
    case close
  }

  private static let maxDepth = 64
  /// Of elements and attributes together.
  private static let maxElements = 200_000

  let bytes: [UInt8]
  /// The names of the elements that are open, the innermost last.
  private(set) var path: [Range<Int>] = []
  /// Whether the document was read to its end.
  private(set) var isWhole = false
  /// Whether the document has more elements and attributes than are read.
  private(set) var isTooLong = false
  private var position = 0
  private var elements = 0
  private var isInTag = false
  private var closesNext = false

  /// - Parameter bytes: in UTF-8; may begin with a byte order mark.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { position = mark.count }
  }

  /// The next piece; nil at the end.
  mutating func next() -> Token? {
    if closesNext {
      closesNext = false
      path.removeLast()
    }
    if isInTag { return attribute() }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        let start = position
        position = index(of: UInt8(ascii: "<")) ?? bytes.count
        if bytes[start..<position].allSatisfy(Self.isSpace) { continue }
        // Only white space may stand outside the root.
        return path.isEmpty ? nil : .text(start..<position)
      }
      position += 1
      if skips("?", to: "?>") || skips("!--", to: "-->") { continue }
      return position < bytes.count && bytes[position] == UInt8(ascii: "/")
        ? closingTag() : openingTag()
    }
    isWhole = path.isEmpty && elements > 0
    return nil
  }

  /// Whether a name in the document is this one.
  func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { text in
      for (offset, index) in range.enumerated() where unsafe text[offset] != bytes[index] {
        return false
      }
      return true
    }
  }

  /// Whether the innermost open elements, listed from the outermost, end with this one.
  func isInside(_ name: StaticString, above levels: Int = 0) -> Bool {
    path.count > levels && isName(path[path.count - 1 - levels], name)
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func isInLimit() -> Bool {
    isTooLong = elements >= Self.maxElements
    return !isTooLong
  }

  private mutating func openingTag() -> Token? {
    guard let name = name(), path.count < Self.maxDepth, isInLimit(),
      elements == 0 || !path.isEmpty
    else { return nil }
    path.append(name)
    elements += 1
    isInTag = true
    return .open
  }

  private mutating func attribute() -> Token? {
    skipSpace()
    if skips("/>", to: "") {
      (isInTag, closesNext) = (false, true)
      return .close
    }
    if skips(">", to: "") {
      isInTag = false
      return next()
    }
    guard let name = name(), isInLimit() else { return nil }
    elements += 1
    skipSpace()
    guard skips("=", to: "") else { return nil }
    skipSpace()
    guard position < bytes.count,
      bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
    else {
      return nil
    }
    let quote = bytes[position]
    position += 1
    guard let end = index(of: quote) else { return nil }
    defer { position = end + 1 }
    return .attribute(name, value: position..<end)
  }

  private mutating func closingTag() -> Token? {
    position += 1
    guard let name = name(), let open = path.last, bytes[open] == bytes[name] else { return nil }
    skipSpace()
    guard skips(">", to: "") else { return nil }
    closesNext = true
    return .close
  }

  private mutating func name() -> Range<Int>? {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    return start < position ? start..<position : nil
  }

  /// Skips `opening`, if it is next, and everything to the end of `closing`, or of the document.
  private mutating func skips(_ opening: StaticString, to closing: StaticString) -> Bool {
    guard isNext(opening) else { return false }
    position += opening.utf8CodeUnitCount
    while position < bytes.count, !isNext(closing) { position += 1 }
    position = min(position + closing.utf8CodeUnitCount, bytes.count)
    return true
  }

  private func isNext(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    return end <= bytes.count && isName(position..<end, text)
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  private func index(of byte: UInt8) -> Int? {
    var index = position
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}
