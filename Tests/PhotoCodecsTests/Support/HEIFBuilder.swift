/// A HEIF built box by box, valid or invalid as a test needs it. Its coded pictures have no pixels.
struct HEIFBuilder {
  struct Item {
    var type: String
    var bytes: [UInt8] = [1, 2, 3, 4]
    var properties: [[UInt8]] = []
    var isInItemData = false
    var isProtected = false
    /// How often the file names its bytes, one after the other.
    var repeats = 1
  }

  struct Reference {
    let type: String
    let from: Int
    let to: [Int]
  }

  var brands = ["heic", "mif1"]
  /// Numbered from 1.
  var items: [Item] = []
  var references: [Reference] = []
  var primary = 1
  var handler = "pict"
  /// How many of the last bytes are missing.
  var truncation = 0

  /// A picture coded in HEVC, 8 bits and 4:2:0.
  static func hevc(
    _ width: Int, _ height: Int, _ properties: [UInt8]..., depth: UInt8 = 8, chroma: UInt8 = 1
  ) -> Item {
    Item(
      type: "hvc1",
      properties: [size(width, height), hevcSetup(depth: depth, chroma: chroma)] + properties)
  }

  static func grid(
    _ rows: Int, _ columns: Int, _ width: Int, _ height: Int, _ properties: [UInt8]...
  ) -> Item {
    let bytes =
      [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + UInt16(width).bigEndianBytes
      + UInt16(height).bigEndianBytes
    return Item(
      type: "grid", bytes: bytes, properties: [size(width, height)] + properties, isInItemData: true
    )
  }

  static func overlay(
    _ width: Int, _ height: Int, at places: [(x: Int, y: Int)], fill: [UInt16] = [0, 0, 0, .max]
  ) -> Item {
    var bytes: [UInt8] = [0, 0]
    for number in fill + [UInt16(width), UInt16(height)] { bytes += number.bigEndianBytes }
    for place in places { bytes += Int16(place.x).bigEndianBytes + Int16(place.y).bigEndianBytes }
    return Item(type: "iovl", bytes: bytes, properties: [size(width, height)], isInItemData: true)
  }

  static func size(_ width: Int, _ height: Int) -> [UInt8] {
    fullBox("ispe", UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes)
  }

  static func hevcSetup(depth: UInt8, chroma: UInt8) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 15)
    return box(
      "hvcC", [1] + zeros + [0xFC | chroma, 0xF8 | (depth - 8), 0xF8 | (depth - 8), 0, 0, 3, 0])
  }

  static func crop(
    _ width: Int32, _ height: Int32, x: Int32, y: Int32, over denominator: UInt32 = 1
  ) -> [UInt8] {
    box("clap", [width, height, x, y].flatMap { $0.bigEndianBytes + denominator.bigEndianBytes })
  }

  static func rotation(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }
  static func mirror(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }

  static func codePoints(
    _ primaries: UInt16, _ transfer: UInt16, _ matrix: UInt16, _ isFullRange: Bool
  ) -> [UInt8] {
    box(
      "colr",
      Array("nclx".utf8) + [primaries, transfer, matrix].flatMap(\.bigEndianBytes) + [
        isFullRange ? 0x80 : 0
      ])
  }

  static func profile(_ bytes: [UInt8]) -> [UInt8] { box("colr", Array("prof".utf8) + bytes) }

  static let alpha = fullBox("auxC", Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))

  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    UInt32(8 + payload.count).bigEndianBytes + Array(type.utf8) + payload
  }

  static func fullBox(_ type: String, _ payload: [UInt8], version: UInt8 = 0) -> [UInt8] {
    box(type, [version, 0, 0, 0] + payload)
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    let names = self.brands[0] + "\0\0\0\0" + self.brands.dropFirst().joined()
    let brands = Self.box("ftyp", Array(names.utf8))
    let start = brands.count + meta(dataOffset: 0).count + 8
    let data = items.filter { !$0.isInItemData }.flatMap(\.bytes)
    return Array((brands + meta(dataOffset: start) + Self.box("mdat", data)).dropLast(truncation))
  }

  private func meta(dataOffset: Int) -> [UInt8] {
    let handler = Self.fullBox(
      "hdlr", [0, 0, 0, 0] + Array(self.handler.utf8) + [UInt8](repeating: 0, count: 13))
    let primary = Self.fullBox("pitm", UInt16(self.primary).bigEndianBytes)
    let itemData = items.filter(\.isInItemData).flatMap(\.bytes)
    return Self.fullBox(
      "meta",
      handler + primary + locations(dataOffset: dataOffset) + names + referenceBoxes + properties
        + (itemData.isEmpty ? [] : Self.box("idat", itemData)))
  }

  private func locations(dataOffset: Int) -> [UInt8] {
    var offsets = (file: dataOffset, itemData: 0)
    var entries: [UInt8] = []
    for (index, item) in items.enumerated() {
      let offset = item.isInItemData ? offsets.itemData : offsets.file
      if item.isInItemData {
        offsets.itemData += item.bytes.count
      } else {
        offsets.file += item.bytes.count
      }
      entries +=
        [UInt16(index + 1), item.isInItemData ? 1 : 0, 0, UInt16(item.repeats)].flatMap(
          \.bigEndianBytes)
      for _ in 0..<item.repeats {
        entries += UInt32(offset).bigEndianBytes + UInt32(item.bytes.count).bigEndianBytes
      }
    }
    return Self.fullBox(
      "iloc", [0x44, 0] + UInt16(items.count).bigEndianBytes + entries, version: 1)
  }

  private var names: [UInt8] {
    let entries = items.enumerated().flatMap { index, item in
      Self.fullBox(
        "infe",
        UInt16(index + 1).bigEndianBytes + UInt16(item.isProtected ? 1 : 0).bigEndianBytes
          + Array(item.type.utf8) + [
            0
          ],
        version: 2)
    }
    return Self.fullBox("iinf", UInt16(items.count).bigEndianBytes + entries)
  }

  private var referenceBoxes: [UInt8] {
    guard !references.isEmpty else { return [] }
    var boxes: [UInt8] = []
    for reference in references {
      let numbers = [reference.from, reference.to.count] + reference.to
      boxes += Self.box(reference.type, numbers.flatMap { UInt16($0).bigEndianBytes })
    }
    return Self.fullBox("iref", boxes)
  }

  private var properties: [UInt8] {
    var container: [UInt8] = []
    var uses: [UInt8] = []
    var count: UInt8 = 0
    for (index, item) in items.enumerated() {
      uses += UInt16(index + 1).bigEndianBytes + [UInt8(item.properties.count)]
      for property in item.properties {
        container += property
        count += 1
        uses.append(0x80 | count)
      }
    }
    return Self.box(
      "iprp",
      Self.box("ipco", container) + Self.fullBox("ipma", UInt32(items.count).bigEndianBytes + uses))
  }
}
