internal import Imaging

/// Assembles an AVIF file (ISO/IEC 23008-12): the pictures that libaom has coded, and the recipe,
/// as items. With gains there are two more: the gain map, and the HDR rendition, which is derived
/// from the picture and the map.
final class AVIFFile: EncodedFile {
  private let size: PixelSize
  private let space: ColourSpace
  private let quality: Quality
  private let recipe: RecipeRecord?
  private let density: Density?
  private let gains: FittedGains?

  /// An item of the file.
  private struct Item {
    enum Kind: Int {
      case colours = 1
      case alpha
      case recipe
      case gainMap
      /// The HDR rendition, a "tmap" item (ISO 21496-1). Its bytes say what the map means.
      case toneMap
    }

    let kind: Kind
    let bytes: [UInt8]

    var id: Int { kind.rawValue }

    /// Its type, and what follows that.
    var type: String {
      switch kind {
      case .colours, .alpha, .gainMap: "av01\0"
      case .recipe: "mime\0application/rdf+xml\0"
      case .toneMap: "tmap\0"
      }
    }

    /// The kind of its reference to others; nil for none.
    var reference: (type: String, targets: [Kind])? {
      switch kind {
      case .colours, .gainMap: nil
      case .alpha: ("auxl", [.colours])
      case .recipe: ("cdsc", [.colours])
      case .toneMap: ("dimg", [.colours, .gainMap])
      }
    }
  }

  private static let temporalDelimiter: [UInt8] = [0x12, 0]
  private static let alphaURN = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)
  /// Of the group of pictures that show the same; no item has this number.
  private static let groupID = 6

  /// - Parameter gains: what the gain map holds; nil for none.
  init(
    _ pixels: PixelBands, quality: Quality, recipe: RecipeRecord?, density: Density?,
    _ gains: FittedGains?
  ) {
    size = pixels.raster.size
    space = pixels.raster.colourSpace
    self.quality = quality
    self.recipe = recipe
    self.density = density
    self.gains = gains
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    guard let band = bands.first else { return [] }
    let items = try items(band)
    let brands =
      "avif\0\0\0\0avifmif1miaf" + (quality.halvesColour ? "MA1B" : "MA1A")
      + (gains == nil ? "" : "tmap")
    let fileType = BoxWriter.box("ftyp", Array(brands.utf8))
    // The offsets have the same length whatever they are.
    let start = try fileType.count + meta(items, from: 0).count + 8
    let data = items.flatMap(\.bytes)
    guard start + data.count < Int(UInt32.max) else { throw .encoderFailed(.fileTooLarge) }
    return try fileType + meta(items, from: start) + BoxWriter.box("mdat", data)
  }

  /// The items in the order in which their bytes lie in the file: the recipe is soon found, and the
  /// picture is shown before its gain map is there.
  private func items(_ band: EncodedBand) throws(CodecError) -> [Item] {
    var items: [Item] = []
    if let recipe {
      let packet = recipe.packet(encoder: band.library, density: density)
      items.append(Item(kind: .recipe, bytes: Array(packet.utf8)))
    }
    if let gains {
      let version: UInt8 = 0
      items.append(Item(kind: .toneMap, bytes: [version] + GainMapNumbers(gains).isoRecord))
    }
    if !band.alpha.isEmpty {
      items.append(Item(kind: .alpha, bytes: Self.withoutDelimiter(band.alpha)))
    }
    items.append(Item(kind: .colours, bytes: Self.withoutDelimiter(band.bytes)))
    if let gains {
      let map = try gains.encodedMap(as: .avif, .lossy(GainMapEncoder.quality))
      items.append(Item(kind: .gainMap, bytes: Self.withoutDelimiter(map)))
    }
    return items
  }

  private static func withoutDelimiter(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: temporalDelimiter) ? Array(bytes.dropFirst(temporalDelimiter.count)) : bytes
  }

  /// - Parameter start: where the first item's bytes are in the file.
  private func meta(_ items: [Item], from start: Int) throws(CodecError) -> [UInt8] {
    let handler = BoxWriter.fullBox(
      "hdlr", BoxWriter.number(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let primary = BoxWriter.fullBox("pitm", BoxWriter.number(Item.Kind.colours.rawValue, 2))
    return try BoxWriter.fullBox(
      "meta", handler, primary, Self.locations(of: items, from: start),
      Self.information(on: items), Self.references(among: items), properties(of: items),
      gains == nil ? [] : Self.alternatives)
  }

  private static func locations(of items: [Item], from start: Int) -> [UInt8] {
    var offset = start
    var entries: [UInt8] = []
    for item in items {
      // One extent.
      entries += BoxWriter.number(item.id, 2) + BoxWriter.number(0, 2) + BoxWriter.number(1, 2)
      entries += BoxWriter.number(offset, 4) + BoxWriter.number(item.bytes.count, 4)
      offset += item.bytes.count
    }
    // Offsets and lengths of four bytes, no base.
    return BoxWriter.fullBox("iloc", [0x44, 0] + BoxWriter.number(items.count, 2) + entries)
  }

  private static func information(on items: [Item]) -> [UInt8] {
    let hidden = 1
    let entries = items.flatMap { item in
      BoxWriter.fullBox(
        "infe", version: 2, flags: item.kind == .gainMap ? hidden : 0,
        BoxWriter.number(item.id, 2) + BoxWriter.number(0, 2) + Array(item.type.utf8))
    }
    return BoxWriter.fullBox("iinf", BoxWriter.number(items.count, 2) + entries)
  }

  private static func references(among items: [Item]) -> [UInt8] {
    let entries = items.flatMap { item in
      guard let reference = item.reference else { return [UInt8]() }
      let targets = reference.targets.flatMap { BoxWriter.number($0.rawValue, 2) }
      return BoxWriter.box(
        reference.type,
        BoxWriter.number(item.id, 2) + BoxWriter.number(reference.targets.count, 2) + targets)
    }
    return entries.isEmpty ? [] : BoxWriter.fullBox("iref", entries)
  }

  /// That the HDR rendition and the picture show the same: readers take the first that they can.
  private static var alternatives: [UInt8] {
    let kinds: [Item.Kind] = [.toneMap, .colours]
    return BoxWriter.box(
      "grpl",
      BoxWriter.fullBox(
        "altr",
        BoxWriter.number(groupID, 4) + BoxWriter.number(kinds.count, 4)
          + kinds.flatMap { BoxWriter.number($0.rawValue, 4) }))
  }

  private func properties(of items: [Item]) throws(CodecError) -> [UInt8] {
    var properties = ItemProperties()
    // Colours come first, as their properties do.
    for item in items.sorted(by: { $0.id < $1.id }) where item.kind != .recipe {
      properties.add(try self.properties(of: item), to: item.id)
    }
    return properties.box
  }

  private func properties(
    of item: Item
  ) throws(CodecError) -> [ItemProperties.Property] {
    typealias Property = ItemProperties.Property
    func coding(_ planes: UInt8) throws(CodecError) -> Property {
      Property(box: try Self.configuration(of: item.bytes, planes), isEssential: true)
    }
    let sides = BoxWriter.fullBox(
      "ispe", BoxWriter.number(size.width, 4) + BoxWriter.number(size.height, 4))
    func bits(_ depths: [UInt8]) -> Property {
      Property(box: BoxWriter.fullBox("pixi", [UInt8(depths.count)] + depths))
    }
    let others: [Property]
    switch item.kind {
    case .colours:
      others = [
        bits([8, 8, 8]), try coding(quality.halvesColour ? Planes.halved : Planes.whole),
        Property(box: colours(curve: Number.sRGBCurve)),
      ]
    case .alpha:
      let type = BoxWriter.fullBox("auxC", Self.alphaURN)
      others = [bits([8]), try coding(Planes.alone), Property(box: type, isEssential: true)]
    case .gainMap:
      let colours = Self.colours(Number.unspecified, Number.unspecified, Number.unspecified)
      others = [bits([8]), try coding(Planes.alone), Property(box: colours)]
    case .toneMap: others = [bits([10, 10, 10]), Property(box: colours(curve: Number.pq))]
    case .recipe: others = []
    }
    return [Property(box: sides)] + others
  }

  /// Those of ITU-T H.273.
  private enum Number {
    static let bt709 = 1
    static let displayP3 = 12
    static let sRGBCurve = 13
    static let pq = 16
    static let bt601 = 6
    static let unspecified = 2
  }

  /// Colours by their code points: the space's primaries, the matrix of BT.601, full range.
  private func colours(curve: Int) -> [UInt8] {
    Self.colours(space == .displayP3 ? Number.displayP3 : Number.bt709, curve, Number.bt601)
  }

  private static func colours(_ primaries: Int, _ curve: Int, _ matrix: Int) -> [UInt8] {
    let fullRange: UInt8 = 0x80
    return BoxWriter.box(
      "colr",
      Array("nclx".utf8) + BoxWriter.number(primaries, 2) + BoxWriter.number(curve, 2)
        + BoxWriter.number(matrix, 2) + [fullRange])
  }

  /// What "av1C" says of the planes.
  private enum Planes {
    static let halved: UInt8 = 0x0C
    static let whole: UInt8 = 0
    /// One alone, whose colours would be halved.
    static let alone: UInt8 = 0x1C
  }

  /// What decoders must be able to do, as the sequence header in the coded bytes says.
  private static func configuration(
    of bytes: [UInt8], _ planes: UInt8
  ) throws(CodecError) -> [UInt8] {
    let sequenceHeader = 1
    guard bytes.count > 4, bytes[0] >> 3 & 0xF == sequenceHeader, bytes[1] < 0x80 else {
      throw .encoderFailed(.wrongReply)
    }
    // A short header: three bits of profile, two flags, five bits of level.
    let profile = bytes[2] >> 5
    guard bytes[2] & 0x18 == 0x18 else { throw .encoderFailed(.wrongReply) }
    let level = (bytes[2] & 7) << 2 | bytes[3] >> 6
    return BoxWriter.box("av1C", [0x81, profile << 5 | level, planes, 0])
  }
}
