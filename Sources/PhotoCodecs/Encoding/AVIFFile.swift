internal import Imaging

/// Assembles an AVIF file (ISO/IEC 23008-12): the pictures that libaom has coded, and the recipe, as
/// items.
final class AVIFFile: EncodedFile {
  private let size: PixelSize
  private let space: ColourSpace
  private let quality: Quality
  private let recipe: RecipeRecord?

  /// An item of the file.
  private struct Item {
    enum Kind { case colours, alpha, recipe }

    let kind: Kind
    let bytes: [UInt8]

    var id: Int {
      switch kind {
      case .colours: 1
      case .alpha: 2
      case .recipe: 3
      }
    }
  }

  /// The numbers of properties in "ipco", from 1.
  private enum Property {
    static let size = 1
    static let colourBits = 2
    static let colourCoding = 3
    static let space = 4
    static let alphaBits = 5
    static let alphaCoding = 6
    static let alphaType = 7
    /// For those that must be understood.
    static let essential = 0x80
  }

  private static let temporalDelimiter: [UInt8] = [0x12, 0]
  private static let alphaURN = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)

  init(_ pixels: PixelBands, quality: Quality, recipe: RecipeRecord?) {
    size = pixels.raster.size
    space = pixels.raster.colourSpace
    self.quality = quality
    self.recipe = recipe
  }

  func bytes(with bands: [EncodedBand], areLast: Bool) throws(CodecError) -> [UInt8] {
    guard let band = bands.first else { return [] }
    // In the order in which their bytes lie in the file: the recipe is soon found.
    var items: [Item] = []
    if let recipe { items.append(Item(kind: .recipe, bytes: Array(recipe.packet.utf8))) }
    if !band.alpha.isEmpty {
      items.append(Item(kind: .alpha, bytes: Self.withoutDelimiter(band.alpha)))
    }
    items.append(Item(kind: .colours, bytes: Self.withoutDelimiter(band.bytes)))
    let brands = "avif\0\0\0\0avifmif1miaf" + (quality.halvesColour ? "MA1B" : "MA1A")
    let fileType = BoxWriter.box("ftyp", Array(brands.utf8))
    // The offsets have the same length whatever they are.
    let start = try fileType.count + meta(items, from: 0).count + 8
    let data = items.flatMap(\.bytes)
    guard start + data.count < Int(UInt32.max) else { throw .encoderFailed(.fileTooLarge) }
    return try fileType + meta(items, from: start) + BoxWriter.box("mdat", data)
  }

  private static func withoutDelimiter(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: temporalDelimiter) ? Array(bytes.dropFirst(temporalDelimiter.count)) : bytes
  }

  /// - Parameter start: where the first item's bytes are in the file.
  private func meta(_ items: [Item], from start: Int) throws(CodecError) -> [UInt8] {
    let handler = BoxWriter.fullBox(
      "hdlr", BoxWriter.number(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    return try BoxWriter.fullBox(
      "meta", handler, BoxWriter.fullBox("pitm", BoxWriter.number(1, 2)),
      Self.locations(of: items, from: start), Self.information(on: items),
      Self.references(among: items), properties(of: items))
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
    let entries = items.flatMap { item in
      let type = item.kind == .recipe ? "mime\0application/rdf+xml\0" : "av01\0"
      return BoxWriter.fullBox(
        "infe", version: 2,
        BoxWriter.number(item.id, 2) + BoxWriter.number(0, 2)
          + Array(type.utf8))
    }
    return BoxWriter.fullBox("iinf", BoxWriter.number(items.count, 2) + entries)
  }

  private static func references(among items: [Item]) -> [UInt8] {
    let entries = items.flatMap { item in
      let reference = BoxWriter.number(item.id, 2) + BoxWriter.number(1, 2) + BoxWriter.number(1, 2)
      return switch item.kind {
      case .colours: [UInt8]()
      case .alpha: BoxWriter.box("auxl", reference)
      case .recipe: BoxWriter.box("cdsc", reference)
      }
    }
    return entries.isEmpty ? [] : BoxWriter.fullBox("iref", entries)
  }

  private func properties(of items: [Item]) throws(CodecError) -> [UInt8] {
    var boxes =
      BoxWriter.fullBox("ispe", BoxWriter.number(size.width, 4) + BoxWriter.number(size.height, 4))
    var uses: [UInt8] = []
    var pictures = 0
    // Colours come first, as their properties do.
    for item in items.reversed() where item.kind != .recipe {
      let numbers: [Int]
      if item.kind == .colours {
        boxes += BoxWriter.fullBox("pixi", [3, 8, 8, 8])
        let planes = quality.halvesColour ? Planes.halved : Planes.whole
        boxes += try Self.configuration(of: item.bytes, planes) + colourBox
        numbers = [
          Property.size, Property.colourBits, Property.colourCoding | Property.essential,
          Property.space,
        ]
      } else {
        boxes += BoxWriter.fullBox("pixi", [1, 8])
        boxes += try Self.configuration(of: item.bytes, Planes.alone)
        boxes += BoxWriter.fullBox("auxC", Self.alphaURN)
        numbers = [
          Property.size, Property.alphaBits, Property.alphaCoding | Property.essential,
          Property.alphaType | Property.essential,
        ]
      }
      pictures += 1
      uses += BoxWriter.number(item.id, 2) + [UInt8(numbers.count)] + numbers.map { UInt8($0) }
    }
    let associations = BoxWriter.fullBox("ipma", BoxWriter.number(pictures, 4) + uses)
    return BoxWriter.box("iprp", BoxWriter.box("ipco", boxes), associations)
  }

  /// Colours by their code points: the space's primaries, sRGB's curve, the matrix of BT.601, full
  /// range.
  private var colourBox: [UInt8] {
    let primaries = space == .displayP3 ? 12 : 1
    return BoxWriter.box(
      "colr",
      Array("nclx".utf8) + BoxWriter.number(primaries, 2) + BoxWriter.number(13, 2)
        + BoxWriter.number(6, 2) + [0x80])
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
