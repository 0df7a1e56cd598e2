/// The pictures and films of which a file consists, one after the other, as the XMP of its first
/// picture lists them (Google's Container namespace).
struct ContainerDirectory {
  private static let namespace = "http://ns.google.com/photos/1.0/container/item/"
  private static let gainMap = "GainMap"
  /// More than any camera writes.
  private static let maxItems = 64

  fileprivate struct Item {
    var semantic = ""
    /// In bytes; 0 for the first one, which doesn't say.
    var length = 0
    /// Bytes between this item and the next one, which only the first may have.
    var padding = 0
  }

  private var items: [Item] = []

  /// Bytes that aren't XML list nothing.
  init(_ packet: [UInt8]) {
    let prefixes = XMPProperties.prefixes(of: Self.namespace, in: packet)
    guard !prefixes.isEmpty else { return }
    var scanner = XMLScanner(packet)
    var item: Item?
    while let token = scanner.next(), items.count < Self.maxItems {
      switch token {
      case .open:
        if scanner.isInside("rdf:li") {
          if let item { items.append(item) }
          item = Item()
        }
      case .attribute(let name, let value):
        item?.set(XMPProperties.localName(scanner.text(name), prefixes), scanner.text(value))
      case .text(let text):
        let name = scanner.text(scanner.path[scanner.path.count - 1])
        item?.set(XMPProperties.localName(name, prefixes), scanner.text(text))
      case .close:
        if scanner.isInside("rdf:li"), let whole = item {
          items.append(whole)
          item = nil
        }
      }
    }
    items.removeAll { $0.semantic.isEmpty }
  }

  /// Whether it lists a gain map.
  var hasGainMap: Bool { items.contains { $0.semantic == Self.gainMap } }

  /// Where the gain map begins in a file that ends with the last item; nil if it lists none.
  ///
  /// - Parameter size: the file's, in bytes.
  func gainMapOffset(inFileOf size: Int) -> Int? {
    guard let index = items.firstIndex(where: { $0.semantic == Self.gainMap }) else { return nil }
    return Self.sum(items[index...].map(\.length)).flatMap { $0 <= size ? size - $0 : nil }
  }

  /// The same, where the first picture ends at `end`.
  func gainMapOffset(afterFirstEndingAt end: Int) -> Int? {
    guard let index = items.firstIndex(where: { $0.semantic == Self.gainMap }) else { return nil }
    let before = items[..<index].enumerated().map { index, item in
      index == 0 ? item.padding : item.length
    }
    return Self.sum([end] + before)
  }

  /// Nil if it is more than any file has.
  private static func sum(_ numbers: [Int]) -> Int? {
    numbers.reduce(0) { sum, number in
      sum.flatMap { sum in
        let (total, overflows) = sum.addingReportingOverflow(number)
        return overflows || number < 0 ? nil : total
      }
    }
  }
}

extension ContainerDirectory.Item {
  /// - Parameter name: of one of the item's properties; nil for one of another namespace.
  fileprivate mutating func set(_ name: String?, _ text: String) {
    switch name {
    case "Semantic": semantic = text
    case "Length": length = Int(text) ?? 0
    case "Padding": padding = Int(text) ?? 0
    default: break
    }
  }
}
