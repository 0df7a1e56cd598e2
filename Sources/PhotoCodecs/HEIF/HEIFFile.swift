/// A HEIF file: its structure, and the bytes of its items.
struct HEIFFile: ~Copyable {
  let meta: HEIFMeta
  /// Whether there is a film beside the picture.
  let hasTracks: Bool

  /// As libvips has it.
  private static let maxMetadataBytes = 64 << 20

  /// Reads the file's structure.
  ///
  /// - Throws: `damaged`, `tooLarge`, `unsupported` (a film without a still picture), `readFailed`, `cancelled`.
  static func open(
    _ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> HEIFFile {
    var found: ISOBox?
    var hasTracks = false
    do throws(CodecError) {
      try ISOBox.forEach(in: file, 0..<file.size, isCancelled: isCancelled) { box in
        hasTracks = hasTracks || box.type == "moov"
        if box.type == "meta", found == nil { found = box }
        return true
      }
    } catch .damaged(let reason, _) {
      // What is truncated may not be needed.
      guard found != nil || hasTracks else { throw .damaged(reason: reason, allowable: false) }
    }
    guard let found else {
      throw hasTracks ? filmAlone : .damaged(reason: "it has no \"meta\" box", allowable: false)
    }
    guard found.payload.count <= maxMetadataBytes else {
      throw .tooLarge(reason: "its metadata has more than \(maxMetadataBytes.roundedDownBytes)")
    }
    let bytes = try file.read(at: found.payload.lowerBound, count: found.payload.count)
    let meta: HEIFMeta
    do throws(CodecError) {
      meta = try HEIFMeta(bytes, at: found.payload.lowerBound)
    } catch {
      // Films may have a "meta" box without a picture.
      throw hasTracks ? filmAlone : error
    }
    guard meta.items.values.allSatisfy({ $0.location.isInside(file.size) }) else {
      throw .damaged(reason: "it is truncated", allowable: false)
    }
    return HEIFFile(meta: meta, hasTracks: hasTracks)
  }

  private static let filmAlone = CodecError.unsupported(reason: "HEIF with only a film, without a still picture")

  /// Where an item's bytes are in the file, in order.
  ///
  /// - Throws: `damaged` if there are none, or they are beyond the file's end.
  func extents(of item: HEIFItem, in file: borrowing PhotoFile) throws(CodecError) -> [Range<Int>] {
    let source: Range<Int>
    switch item.location.source {
    case .file: source = 0..<file.size
    case .itemData:
      guard let itemData = meta.itemData else { throw .damaged(reason: "it has no \"idat\" box", allowable: false) }
      source = itemData
    case .elsewhere: throw .unsupported(reason: "HEIF with pixels outside of its file")
    }
    var extents: [Range<Int>] = []
    for extent in item.location.extents {
      guard extent.offset <= source.count, extent.length ?? 0 <= source.count - extent.offset else {
        throw .damaged(reason: "it is truncated", allowable: false)
      }
      let start = source.lowerBound + extent.offset
      let range = start..<(extent.length.map { start + $0 } ?? source.upperBound)
      if !range.isEmpty { extents.append(range) }
    }
    guard !extents.isEmpty else { throw .damaged(reason: "one of its items has no bytes", allowable: false) }
    return extents
  }

  /// An item's bytes, up to `limit` of them.
  func bytes(of item: HEIFItem, in file: borrowing PhotoFile, limit: Int) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    for extent in try extents(of: item, in: file) {
      bytes += try file.read(at: extent.lowerBound, count: min(extent.count, limit - bytes.count))
      if bytes.count >= limit { break }
    }
    return bytes
  }
}
