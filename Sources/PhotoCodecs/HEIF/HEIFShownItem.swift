/// An item of a HEIF file as it is shown: the picture that it is, or stands for, and its transforms.
struct HEIFShownItem {
  /// The item itself, then those that it stands for; the last one has or makes up pixels.
  let chain: [HEIFItem]
  /// The properties of each.
  let properties: [[HEIFProperty]]
  /// What is shown of the last one, and how.
  let view: HEIFView

  /// More would be made to waste time.
  private static let maxLength = 16

  var base: HEIFItem { chain[chain.count - 1] }
  var baseProperties: [HEIFProperty] { properties[properties.count - 1] }

  /// - Parameters:
  ///   - size: the size in pixels of the last one, from its properties; nil if they don't say.
  ///   - fallback: the size to use then.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`.
  init(
    _ id: Int, of meta: HEIFMeta, fallback: PixelSize? = nil,
    size: (HEIFItem, [HEIFProperty]) throws(CodecError) -> PixelSize?
  ) throws(CodecError) {
    var (id, chain, properties) = (id, [HEIFItem](), [[HEIFProperty]]())
    while true {
      guard let item = meta.items[id] else {
        throw .damaged(reason: "it names a picture that isn't there", allowable: false)
      }
      guard !item.isProtected else { throw .unsupported(reason: "encrypted HEIF") }
      chain.append(item)
      properties.append(try meta.properties(of: item))
      // A "tmap" item adds high dynamic range to the first of its pictures.
      guard item.type == "iden" || item.type == "tmap" else { break }
      guard let next = meta.references.targets(of: id, "dimg").first, chain.count < Self.maxLength else {
        throw .damaged(reason: "one of its pictures is made from none", allowable: false)
      }
      id = next
    }
    guard let size = try size(chain[chain.count - 1], properties[properties.count - 1]) ?? fallback else {
      throw .damaged(reason: "one of its pictures has no size", allowable: false)
    }
    var view = HEIFView(size)
    for case .transform(let transform) in properties.reversed().joined() { view.apply(transform) }
    self.chain = chain
    self.properties = properties
    self.view = view
  }

  /// The first profile in the chain, in the bytes of "meta".
  var profile: Range<Int>? {
    for case .profile(let range) in properties.joined() { return range }
    return nil
  }

  /// The first code points in the chain.
  var codePoints: CodePoints? {
    for case .codePoints(let points) in properties.joined() { return points }
    return nil
  }
}

extension [HEIFProperty] {
  /// The size in pixels that they state.
  var size: PixelSize? {
    for case .size(let size) in self { return size }
    return nil
  }

  /// How the decoder is set up: the box's type and payload, in the bytes of "meta".
  var decoderSetup: (type: FourCC, payload: Range<Int>)? {
    for case .decoderSetup(let type, let range) in self { return (type, range) }
    return nil
  }

  var hasLayers: Bool {
    contains { property in
      if case .layers = property { true } else { false }
    }
  }
}
