internal import Imaging

/// Looks up what a HEIF file says about its pictures, and remembers it: a file may name one picture
/// many thousand times.
struct HEIFItemCache {
  private struct Key: Hashable {
    let id: Int
    let fallback: PixelSize?
  }

  /// More than any camera writes for the pictures that one is made of.
  private static let maxProperties = 1 << 18
  /// Enough for a grid, and for an overlay of 16 pictures.
  private static let maxDerivationBytes = 256

  private let heif: HEIFFile
  private var shownItems: [Key: HEIFShownItem] = [:]
  private var alphas: [Int: Int?] = [:]
  private var derivations: [Int: [UInt8]] = [:]
  /// How many properties were read.
  private var propertyCount = 0

  init(_ heif: HEIFFile) { self.heif = heif }

  /// The item that holds the alpha of the first of `items` that has some; nil if there is none.
  /// Other auxiliary pictures may be of any kind.
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
    for source in heif.meta.references.sources(of: item, "auxl") {
      guard let auxiliary = heif.meta.items[source] else { continue }
      try countProperties(auxiliary.properties.count)
      guard let properties = try? heif.meta.properties(of: auxiliary), properties.isAlpha else {
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
  mutating func shown(_ id: Int, fallback: PixelSize? = nil) throws(CodecError) -> HEIFShownItem {
    let key = Key(id: id, fallback: fallback)
    if let item = shownItems[key] { return item }
    let item = try HEIFShownItem(id, of: heif.meta, fallback: fallback) {
      base, properties throws(CodecError) in
      switch base.type {
      case "grid": try HEIFGrid(derivation(of: base)).size
      case "iovl": try HEIFOverlay(derivation(of: base), count: 0).size
      default: properties.size
      }
    }
    try countProperties(item.properties.reduce(0) { $0 + $1.count })
    shownItems[key] = item
    return item
  }

  /// The first bytes of a grid or overlay: all that count.
  mutating func derivation(of item: HEIFItem) throws(CodecError) -> [UInt8] {
    if let bytes = derivations[item.id] { return bytes }
    let bytes = try heif.bytes(in: heif.extents(of: item), limit: Self.maxDerivationBytes)
    derivations[item.id] = bytes
    return bytes
  }

  private mutating func countProperties(_ count: Int) throws(CodecError) {
    propertyCount += count
    guard propertyCount <= Self.maxProperties else {
      throw .tooLarge(reason: "more than 262,144 property references")
    }
  }
}
