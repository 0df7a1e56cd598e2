/// An element of an XMP packet whose namespace is in use, with what it contains.
struct XMPNode {
  let name: XMPName
  /// Raw, with their references as they are written.
  fileprivate(set) var attributes: [XMPName: Range<Int>] = [:]
  fileprivate(set) var children: [XMPNode] = []
  fileprivate(set) var text: Range<Int>?

  func child(_ namespace: XMPNamespace, _ local: String) -> XMPNode? {
    children.first { $0.name == XMPName(namespace, local) }
  }
}

/// The properties of a packet: what RDF's descriptions say, as a tree.
struct XMPTree {
  let bytes: [UInt8]
  /// The descriptions on the first level.
  private(set) var descriptions: [XMPNode] = []

  /// Bytes that aren't XML have no properties.
  init(_ packet: [UInt8]) {
    var builder = XMPTreeBuilder(packet)
    bytes = packet
    descriptions = builder.descriptions()
  }

  /// A property as an attribute or an element, of the first description that has it.
  func property(_ namespace: XMPNamespace, _ local: String) -> XMPNode? {
    descriptions.lazy.compactMap { $0.child(namespace, local) }.first
  }

  /// The one line of a simple property, or of the first of its list.
  func line(_ namespace: XMPNamespace, _ local: String) -> String? {
    for description in descriptions {
      if let value = description.attributes[XMPName(namespace, local)], let line = line(value) {
        return line
      }
      if let node = description.child(namespace, local), let line = line(of: node) { return line }
    }
    return nil
  }

  /// The lines of a list, or of a simple property.
  func lines(_ namespace: XMPNamespace, _ local: String) -> [String] {
    for description in descriptions {
      if let value = description.attributes[XMPName(namespace, local)] {
        return line(value).map { [$0] } ?? []
      }
      guard let node = description.child(namespace, local) else { continue }
      let items = Self.items(of: node)
      return items.isEmpty ? line(of: node).map { [$0] } ?? [] : items.compactMap(line(of:))
    }
    return []
  }

  /// The items of a list (`rdf:Bag`, `rdf:Seq`, `rdf:Alt`) in a property.
  static func items(of node: XMPNode) -> [XMPNode] {
    let list = node.children.first {
      $0.name.namespace == .rdf && ["Bag", "Seq", "Alt"].contains($0.name.local)
    }
    return list?.children.filter { $0.name == XMPName(.rdf, "li") } ?? []
  }

  /// A text, an item of a list, the default one of several languages, or a value with qualifiers.
  func line(of node: XMPNode) -> String? {
    if let text = node.text, let line = line(text) { return line }
    let items = Self.items(of: node)
    if let item = items.first(where: isDefaultLanguage) ?? items.first { return line(of: item) }
    let inner = node.child(.rdf, "Description") ?? node
    if let value = inner.attributes[XMPName(.rdf, "value")] { return line(value) }
    return inner.child(.rdf, "value").flatMap { $0.text.flatMap(line) }
  }

  private func isDefaultLanguage(_ item: XMPNode) -> Bool {
    item.attributes[XMPName(.xml, "lang")].map {
      bytes[$0].elementsEqual("x-default".utf8)
    } ?? false
  }

  func line(_ range: Range<Int>) -> String? {
    MetadataLine.text(XMLText.unescaped(bytes[range])[...])
  }
}

/// Builds the tree; elements of other namespaces are left out, with all that is in them.
private struct XMPTreeBuilder {
  private var scanner: XMLScanner
  /// The prefixes that each open element declares.
  private var scopes: [[String: XMPNamespace?]] = []
  /// The elements of the tree that are open.
  private var open: [XMPNode] = []
  /// The depth of an element that is left out; nil if none is open.
  private var skippedDepth: Int?
  private var rootDepth: Int?
  private var found: [XMPNode] = []

  init(_ packet: [UInt8]) { scanner = XMLScanner(packet) }

  mutating func descriptions() -> [XMPNode] {
    var token = scanner.next()
    while let current = token {
      switch current {
      case .open:
        // Attributes may declare the prefix of their own element.
        let (element, depth) = (scanner.path[scanner.path.count - 1], scanner.path.count)
        var attributes: [(name: Range<Int>, value: Range<Int>)] = []
        token = scanner.next()
        while case .attribute(let name, let value)? = token {
          attributes.append((name, value))
          token = scanner.next()
        }
        begin(element, attributes, depth: depth)
        continue
      case .text(let range):
        if skippedDepth == nil, !open.isEmpty, open[open.count - 1].text == nil {
          open[open.count - 1].text = range
        }
      case .close: end()
      case .attribute: break
      }
      token = scanner.next()
    }
    // Of a packet that is too long, what was read until then counts.
    if scanner.isTooLong { while let node = open.popLast() { close(node) } }
    return scanner.isWhole || scanner.isTooLong ? found : []
  }

  private mutating func begin(
    _ element: Range<Int>, _ attributes: [(name: Range<Int>, value: Range<Int>)], depth: Int
  ) {
    if skippedDepth != nil { return scopes.append([:]) }
    scopes.append(declarations(attributes))
    let name = name(element)
    guard let root = rootDepth else {
      if name == XMPName(.rdf, "RDF"), depth <= 2 { rootDepth = depth }
      return
    }
    guard depth > root, let name,
      depth > root + 1 || name == XMPName(.rdf, "Description")
    else {
      skippedDepth = depth
      return
    }
    var node = XMPNode(name: name)
    for attribute in attributes {
      if let name = self.name(attribute.name) { node.attributes[name] = attribute.value }
    }
    open.append(node)
  }

  private mutating func end() {
    let depth = scanner.path.count
    scopes.removeLast()
    if let skipped = skippedDepth {
      if skipped == depth { skippedDepth = nil }
      return
    }
    guard let node = open.popLast() else {
      // What follows RDF is something else.
      if rootDepth == depth { skippedDepth = depth - 1 }
      return
    }
    close(node)
  }

  private mutating func close(_ node: XMPNode) {
    if open.isEmpty { found.append(node) } else { open[open.count - 1].children.append(node) }
  }

  private func declarations(
    _ attributes: [(name: Range<Int>, value: Range<Int>)]
  ) -> [String: XMPNamespace?] {
    var scope: [String: XMPNamespace?] = [:]
    for attribute in attributes where scanner.bytes[attribute.name].starts(with: "xmlns".utf8) {
      let name = scanner.text(attribute.name)
      guard name == "xmlns" || name.hasPrefix("xmlns:") else { continue }
      scope.updateValue(
        XMPNamespace(uri: scanner.text(attribute.value)), forKey: String(name.dropFirst(6)))
    }
    return scope
  }

  /// Nil for a name in another namespace.
  private func name(_ range: Range<Int>) -> XMPName? {
    let bytes = scanner.bytes[range]
    let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    let prefix = colon.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? ""
    guard let namespace = namespace(of: prefix) else { return nil }
    let local = colon.map { bytes[($0 + 1)...] } ?? bytes
    return XMPName(namespace, String(decoding: local, as: UTF8.self))
  }

  private func namespace(of prefix: String) -> XMPNamespace? {
    for scope in scopes.reversed() {
      if let declared = scope[prefix] { return declared }
    }
    return XMPNamespace.usualPrefixes[prefix]
  }
}
