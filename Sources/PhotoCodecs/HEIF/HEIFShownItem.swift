internal import Imaging

/// An item of a HEIF file as it is shown: the picture that it is, or stands for, and its
/// transforms.
struct HEIFShownItem {
  /// The item itself, then those that it stands for; the last one has or makes up pixels.
  let chain: [HEIFItem]
  /// The properties of each.
  let properties: [HEIFProperties]
  /// What is shown of the last one, and how.
  let view: HEIFView

  /// More would be made to waste time.
  private static let maxLength = 16

  var base: HEIFItem { chain[chain.count - 1] }
  var baseProperties: HEIFProperties { properties[properties.count - 1] }

  /// - Parameters:
  ///   - fallback: the size to use if nothing says.
  ///   - size: the size in pixels of the last one; nil if nothing says.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`.
  init(
    _ id: Int, of meta: HEIFMeta, fallback: PixelSize? = nil,
    size: (HEIFItem, HEIFProperties) throws(CodecError) -> PixelSize?
  ) throws(CodecError) {
    var (id, chain, properties) = (id, [HEIFItem](), [HEIFProperties]())
    while true {
      guard let item = meta.items[id] else {
        throw .damaged(reason: "it refers to a missing picture")
      }
      guard !item.isProtected else { throw .unsupported(reason: "encrypted HEIF") }
      chain.append(item)
      properties.append(try meta.properties(of: item))
      // A "tmap" item adds high dynamic range to the first of its pictures.
      guard item.type == "iden" || item.type == "tmap" else { break }
      guard let next = meta.references.targets(of: id, "dimg").first, chain.count < Self.maxLength
      else {
        throw .damaged(reason: "one of its pictures is derived from no other")
      }
      id = next
    }
    guard let size = try size(chain[chain.count - 1], properties[properties.count - 1]) ?? fallback
    else {
      throw .damaged(reason: "one of its pictures has no size")
    }
    var view = HEIFView(size)
    for transform in properties.reversed().flatMap(\.transforms) { view.apply(transform) }
    self.chain = chain
    self.properties = properties
    self.view = view
  }

  /// The first profile in the chain, in the bytes of "meta".
  var profile: Range<Int>? { properties.lazy.compactMap(\.profile).first }

  /// The first code points in the chain.
  var codePoints: CodePoints? { properties.lazy.compactMap(\.codePoints).first }
}
