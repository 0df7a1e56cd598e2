/// Looks up what a HEIF file says about its pictures, and remembers it: a file may name one picture many thousand times.
struct HEIFItemCache: ~Copyable {
  private struct Key: Hashable {
    let id: Int
    let fallback: PixelSize?
  }

  /// More than any camera writes for the pictures that one is made of.
  private static let maxProperties = 1 << 18
  /// Enough for a grid, and for an overlay of 16 pictures.
  private static let maxDerivationBytes = 256
  /// How often one item may stand for another.
  private static let maxIdentities = 16

  private let meta: HEIFMeta
  private var shownItems: [Key: HEIFShownItem] = [:]
  private var alphas: [Int: Int?] = [:]
  private var derivations: [Int: [UInt8]] = [:]
  /// How many properties were read.
  private var propertyCount = 0

  init(_ meta: HEIFMeta) { self.meta = meta }

  /// The item that holds the alpha of the first of `items` that has some; nil if there is none. Other auxiliary pictures
  /// may be of any kind.
  ///
  /// - Throws: `tooLarge` for more than 262,144 properties of pictures and alpha.
  mutating func alpha(ofFirst items: [HEIFItem]) throws(CodecError) -> Int? {
    for item in items {
      if let alpha = try alpha(of: item.id) { return alpha }
    }
    return nil
  }

  private mutating func alpha(of item: Int) throws(CodecError) -> Int? {
    if let alpha = alphas[item] { return alpha }
    var found: Int?
    for source in meta.references.sources(of: item, "auxl") {
      guard let auxiliary = meta.items[source] else { continue }
      try countProperties(auxiliary.properties.count)
      guard let properties = try? meta.properties(of: auxiliary), properties.contains(where: \.isAlpha) else {
        continue
      }
      found = source
      break
    }
    alphas.updateValue(found, forKey: item)
    return found
  }

  /// An item as it is shown.
  ///
  /// - Parameter fallback: its size if it states none.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`, `readFailed`, `changedWhileReading`.
  mutating func shown(
    _ id: Int, in heif: borrowing HEIFFile, of file: borrowing PhotoFile, fallback: PixelSize? = nil
  ) throws(CodecError) -> HEIFShownItem {
    let key = Key(id: id, fallback: fallback)
    if let item = shownItems[key] { return item }
    // Not a closure over borrowed values, which Swift doesn't have.
    var derivedSize: PixelSize?
    if let base = baseItem(id) {
      switch base.type {
      case "grid": derivedSize = try HEIFGrid(derivation(of: base, in: heif, of: file)).size
      case "iovl": derivedSize = try HEIFOverlay(derivation(of: base, in: heif, of: file), count: 0).size
      default: break
      }
    }
    let item = try HEIFShownItem(id, of: meta, fallback: fallback) { _, properties in derivedSize ?? properties.size }
    try countProperties(item.properties.reduce(0) { $0 + $1.count })
    shownItems[key] = item
    return item
  }

  /// The first bytes of a grid or overlay: all that count.
  mutating func derivation(
    of item: HEIFItem, in heif: borrowing HEIFFile, of file: borrowing PhotoFile
  ) throws(CodecError) -> [UInt8] {
    if let bytes = derivations[item.id] { return bytes }
    let bytes = try heif.bytes(of: item, in: file, limit: Self.maxDerivationBytes)
    derivations[item.id] = bytes
    return bytes
  }

  /// The item that an item stands for, in the end.
  private func baseItem(_ id: Int) -> HEIFItem? {
    var id = id
    for _ in 0...Self.maxIdentities {
      guard let item = meta.items[id], item.type == "iden" || item.type == "tmap" else { return meta.items[id] }
      guard let next = meta.references.targets(of: id, "dimg").first else { return nil }
      id = next
    }
    return nil
  }

  private mutating func countProperties(_ count: Int) throws(CodecError) {
    propertyCount += count
    guard propertyCount <= Self.maxProperties else { throw .tooLarge(reason: "more than 262,144 uses of properties") }
  }
}
