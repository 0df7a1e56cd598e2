/// The properties of one namespace in an XMP packet, whatever its prefix: attributes, elements, or
/// lists (`rdf:Seq`).
struct XMPProperties {
  /// Many times those of any namespace that is read.
  private static let maxCount = 256
  /// Longer values than numbers and names are passed over.
  private static let maxValueBytes = 128

  private var values: [String: [String]] = [:]

  /// Bytes that aren't XML have no properties.
  init(_ packet: [UInt8], namespace: String) {
    let prefixes = Self.prefixes(of: namespace, in: packet)
    guard !prefixes.isEmpty else { return }
    var scanner = XMLScanner(packet)
    while let token = scanner.next() {
      switch token {
      case .attribute(let name, let value):
        if let name = Self.localName(scanner.text(name), prefixes), values[name] == nil {
          add(value, of: scanner, to: name)
        }
      case .text(let text):
        let path = scanner.path.suffix(3).map(scanner.text)
        if let name = Self.localName(path[path.count - 1], prefixes) {
          if values[name] == nil { add(text, of: scanner, to: name) }
        } else if path.count == 3, path[2] == "rdf:li",
          let name = Self.localName(path[0], prefixes)
        {
          add(text, of: scanner, to: name)
        }
      case .open, .close: break
      }
    }
    // What follows the outermost element may be anything, but that must be whole.
    if !scanner.path.isEmpty { values = [:] }
  }

  private mutating func add(_ value: Range<Int>, of scanner: XMLScanner, to name: String) {
    guard value.count <= Self.maxValueBytes, values.count < Self.maxCount,
      values[name]?.count ?? 0 < Self.maxCount
    else { return }
    let text = scanner.bytes[value].trimmed
    values[name, default: []].append(String(decoding: text, as: UTF8.self))
  }

  var isEmpty: Bool { values.isEmpty }

  /// The values of a property; empty if it is not there.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// The one value of a property, or the first of its list; nil if it is not there.
  func text(_ name: String) -> String? { values[name]?.first }

  /// The prefixes that stand for a namespace anywhere in the packet.
  static func prefixes(of namespace: String, in packet: [UInt8]) -> Set<String> {
    guard packet[...].range(of: Array(namespace.utf8)) != nil else { return [] }
    var prefixes: Set<String> = []
    var scanner = XMLScanner(packet)
    while let token = scanner.next() {
      guard case .attribute(let name, let value) = token,
        scanner.bytes[value].elementsEqual(namespace.utf8)
      else { continue }
      let text = scanner.text(name)
      if text.hasPrefix("xmlns:") { prefixes.insert(String(text.dropFirst(6))) }
    }
    return prefixes
  }

  /// The name without its prefix; nil if it has none of these.
  static func localName(_ name: String, _ prefixes: Set<String>) -> String? {
    guard let colon = name.firstIndex(of: ":"), prefixes.contains(String(name[..<colon])) else {
      return nil
    }
    return String(name[name.index(after: colon)...])
  }
}

extension ArraySlice<UInt8> {
  /// Without white space at both ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop(while: XMLScanner.isSpace)
    guard let last = start.lastIndex(where: { !XMLScanner.isSpace($0) }) else { return [] }
    return start[...last]
  }
}
