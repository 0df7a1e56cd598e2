/// A picture or a piece of metadata in a HEIF file.
struct HEIFItem: Sendable {
  let id: Int
  /// "hvc1", "av01", "grid", "Exif" and so on.
  let type: FourCC
  /// Whether its bytes are encrypted.
  let isProtected: Bool
  /// Where its bytes are.
  var location = HEIFLocation()
  /// Its properties in their order.
  var properties: [PropertyUse] = []

  struct PropertyUse: Sendable {
    /// From 1; 0 for none.
    let index: Int
    /// Whether a reader that doesn't know the property has to leave the item alone.
    let isEssential: Bool
  }

  /// Reads an "infe" box; nil for old versions, which describe no pictures.
  init?(_ reader: ByteReader) throws(CodecError) {
    var reader = reader
    let version = try reader.byte()
    guard version == 2 || version == 3 else { return nil }
    try reader.skip(3)
    id = try reader.number(version == 2 ? 2 : 4)
    isProtected = try reader.number(2) != 0
    type = try reader.fourCC()
  }
}
