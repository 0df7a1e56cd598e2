/// What the "meta" box of a HEIF file says: its items, what they refer to, and their properties
/// (ISO/IEC 23008-12).
struct HEIFMeta: Sendable {
  /// The item to show.
  let primary: Int
  let items: [Int: HEIFItem]
  let references: HEIFReferences
  /// Where the payload of "idat" is in the file; nil if there is none.
  let itemData: Range<Int>?
  /// The boxes of "ipco", which items name by number, from 1.
  private let properties: [ISOBox]
  /// The payload of "meta".
  let bytes: [UInt8]
  /// Where that is in the file.
  let offset: Int

  /// More than any camera writes.
  private static let maxUses = 1 << 18
  /// Which of the items is meant would be a guess, and other programs may guess otherwise.
  private static let sharedNumber = CodecError.damaged(reason: "two items have the same number")

  /// - Parameters:
  ///   - bytes: the payload of "meta".
  ///   - offset: where that is in the file.
  /// - Throws: `damaged`, `unsupported`, `tooLarge`.
  init(_ bytes: [UInt8], at offset: Int) throws(CodecError) {
    self.bytes = bytes
    self.offset = offset
    let whole = ByteReader(bytes)
    var reader = whole
    try reader.skip(4)
    let boxes = try ISOBox.all(in: reader)
    // Of two boxes of one type, which the standard forbids, the first counts.
    func required(_ type: FourCC) throws(CodecError) -> ByteReader {
      guard let box = boxes.first(where: { $0.type == type }) else {
        throw .damaged(reason: "it has no \"\(type)\" box")
      }
      return whole.reader(of: box.payload)
    }
    if let box = boxes.first(where: { $0.type == "hdlr" }) {
      var handler = whole.reader(of: box.payload)
      try handler.skip(8)
      guard try handler.fourCC() == "pict" else {
        throw .unsupported(reason: "HEIF that contains no picture")
      }
    }
    primary = try Self.primary(required("pitm"))
    var items = try Self.items(required("iinf"))
    var located: Set<Int> = []
    try HEIFLocation.forEach(required("iloc")) { id, location throws(CodecError) in
      guard located.insert(id).inserted else { throw Self.sharedNumber }
      items[id]?.location = location
    }
    let propertyBoxes = try ISOBox.all(in: required("iprp"))
    guard let container = propertyBoxes.first(where: { $0.type == "ipco" }) else {
      throw .damaged(reason: "it has no \"ipco\" box")
    }
    properties = try ISOBox.all(in: whole.reader(of: container.payload), named: "properties")
    var uses = PropertyUses()
    for box in propertyBoxes where box.type == "ipma" {
      try Self.addUses(whole.reader(of: box.payload), to: &items, &uses)
    }
    self.items = items
    references =
      try boxes.first { $0.type == "iref" }.map { box throws(CodecError) in
        try HEIFReferences(whole.reader(of: box.payload))
      } ?? HEIFReferences()
    itemData = boxes.first { $0.type == "idat" }.map {
      $0.payload.lowerBound + offset..<$0.payload.upperBound + offset
    }
  }

  private static func primary(_ reader: ByteReader) throws(CodecError) -> Int {
    var reader = reader
    let version = try reader.byte()
    try reader.skip(3)
    return try reader.number(version == 0 ? 2 : 4)
  }

  private static func items(_ reader: ByteReader) throws(CodecError) -> [Int: HEIFItem] {
    var reader = reader
    let version = try reader.byte()
    try reader.skip(3)
    _ = try reader.number(version == 0 ? 2 : 4)
    let boxes = try ISOBox.all(in: reader, named: "items")
    var items: [Int: HEIFItem] = [:]
    for box in boxes where box.type == "infe" {
      guard let item = try HEIFItem(reader.reader(of: box.payload)) else { continue }
      guard items.updateValue(item, forKey: item.id) == nil else {
        throw Self.sharedNumber
      }
    }
    return items
  }

  /// What the "ipma" boxes have said so far.
  private struct PropertyUses {
    /// The items in them.
    var items: Set<Int> = []
    /// How many uses, and items, there are.
    var total = 0
  }

  /// Adds what an "ipma" box says.
  private static func addUses(
    _ reader: ByteReader, to items: inout [Int: HEIFItem], _ found: inout PropertyUses
  ) throws(CodecError) {
    var reader = reader
    let version = try reader.byte()
    let flags = try reader.number(3)
    let width = flags & 1 == 1 ? 2 : 1
    for _ in 0..<(try reader.number(4)) {
      let id = try reader.number(version == 0 ? 2 : 4)
      let count = Int(try reader.byte())
      found.total += 1 + count
      guard found.total <= maxUses else {
        throw .tooLarge(reason: "more than 262,144 property references")
      }
      guard found.items.insert(id).inserted else { throw sharedNumber }
      var uses: [HEIFItem.PropertyUse] = []
      for _ in 0..<count {
        let use = try reader.number(width)
        let essential = 1 << (8 * width - 1)
        uses.append(
          HEIFItem.PropertyUse(index: use & (essential - 1), isEssential: use & essential != 0))
      }
      items[id]?.properties = uses
    }
  }

  /// An item's properties in their order.
  ///
  /// - Throws: `damaged`; `unsupported` if it has an unknown property without which it can't be
  ///   shown.
  func properties(of item: HEIFItem) throws(CodecError) -> HEIFProperties {
    let whole = ByteReader(bytes)
    var found = HEIFProperties()
    for use in item.properties where use.index > 0 {
      guard use.index <= properties.count else {
        throw .damaged(reason: "an item refers to a missing property")
      }
      let box = properties[use.index - 1]
      guard try found.add(box, whole.reader(of: box.payload)) || !use.isEssential else {
        throw .unsupported(reason: "HEIF with the property \"\(box.type)\"")
      }
    }
    return found
  }
}
