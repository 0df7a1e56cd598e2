/// Which items of a HEIF file refer to which others: its "iref" box.
struct HEIFReferences: Sendable {
  private struct Key: Hashable {
    let type: FourCC
    let from: Int
  }

  private var targets: [Key: [Int]] = [:]
  /// The items that refer to an item, each once, in the file's order.
  private var sources: [Key: [Int]] = [:]

  /// More than there are for any number of items that is accepted.
  private static let maxTargets = 1 << 17

  init() {}

  /// - Throws: `damaged` for boxes that reach beyond the bytes; `tooLarge` for more than 131,072
  ///   references.
  init(_ reader: ByteReader) throws(CodecError) {
    var reader = reader
    let version = try reader.byte()
    guard version <= 1 else {
      throw .unsupported(reason: "HEIF with item references of version \(version)")
    }
    try reader.skip(3)
    let width = version == 0 ? 2 : 4
    var total = 0
    for box in try ISOBox.all(in: reader, named: "references") {
      var reader = reader.reader(of: box.payload)
      let from = try reader.number(width)
      let count = try reader.number(2)
      guard count <= reader.remaining / width else {
        throw .damaged(reason: "a reference between its items is too short")
      }
      total += count
      guard total <= Self.maxTargets else {
        throw .tooLarge(reason: "more than 131,072 references")
      }
      // Of two boxes with one type and source, which the standard forbids, the first counts.
      guard targets[Key(type: box.type, from: from)] == nil else { continue }
      var ids: [Int] = []
      for _ in 0..<count { ids.append(try reader.number(width)) }
      targets[Key(type: box.type, from: from)] = ids
      for id in ids where sources[Key(type: box.type, from: id)]?.last != from {
        sources[Key(type: box.type, from: id), default: []].append(from)
      }
    }
  }

  /// The items that `item` refers to, in order.
  func targets(of item: Int, _ type: FourCC) -> [Int] { targets[Key(type: type, from: item)] ?? [] }

  /// The items that refer to `item`.
  func sources(of item: Int, _ type: FourCC) -> [Int] { sources[Key(type: type, from: item)] ?? [] }
}
