internal import SystemPackage

/// A HEIF file: its structure, and the bytes of its items. The file must stay open as long as this
/// value lives.
struct HEIFFile {
  let meta: HEIFMeta
  /// Whether there is a film beside the picture.
  let hasTracks: Bool
  private let descriptor: FileDescriptor
  /// In bytes.
  private let size: Int

  /// As libvips has it.
  private static let maxMetadataBytes = 64 << 20
  private static let filmAlone = CodecError.unsupported(
    reason: "HEIF with only a video, without a still picture")

  /// Reads the file's structure.
  ///
  /// - Throws: `damaged`, `tooLarge`, `unsupported` (a film without a still picture), `readFailed`,
  ///   `cancelled`.
  init(_ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false })
    throws(CodecError)
  {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: 64, isCancelled: isCancelled)
    var found: ISOBox?
    var hasTracks = false
    do throws(CodecError) {
      try ISOBox.forEach(in: window, 0..<file.size) { box in
        hasTracks = hasTracks || box.type == "moov"
        if box.type == "meta", found == nil { found = box }
        return true
      }
    } catch .damaged(let reason, _) {
      // What is truncated may not be needed.
      guard found != nil || hasTracks else { throw .damaged(reason: reason) }
    }
    guard let found else {
      throw hasTracks ? Self.filmAlone : .damaged(reason: "it has no \"meta\" box")
    }
    guard found.payload.count <= Self.maxMetadataBytes else {
      throw .tooLarge(
        reason: "its metadata is larger than \(Self.maxMetadataBytes.roundedDownBytes)")
    }
    (descriptor, size, self.hasTracks) = (file.descriptor, file.size, hasTracks)
    let bytes = try file.read(at: found.payload.lowerBound, count: found.payload.count)
    do throws(CodecError) {
      meta = try HEIFMeta(bytes, at: found.payload.lowerBound)
    } catch {
      // Films may have a "meta" box without a picture.
      throw hasTracks ? Self.filmAlone : error
    }
    guard meta.items.values.allSatisfy({ $0.location.isInside(file.size) }) else {
      throw .damaged(reason: "it is truncated")
    }
  }

  /// Where an item's bytes are in the file, in order.
  ///
  /// - Throws: `damaged` if there are none, or they are beyond the file's end.
  func extents(of item: HEIFItem) throws(CodecError) -> [Range<Int>] {
    let source: Range<Int>
    switch item.location.source {
    case .file: source = 0..<size
    case .itemData:
      guard let itemData = meta.itemData else { throw .damaged(reason: "it has no \"idat\" box") }
      source = itemData
    case .elsewhere: throw .unsupported(reason: "HEIF whose pixels are in another file")
    }
    var extents: [Range<Int>] = []
    for extent in item.location.extents {
      guard extent.offset <= source.count, extent.length ?? 0 <= source.count - extent.offset else {
        throw .damaged(reason: "it is truncated")
      }
      let start = source.lowerBound + extent.offset
      let range = start..<(extent.length.map { start + $0 } ?? source.upperBound)
      if !range.isEmpty { extents.append(range) }
    }
    guard !extents.isEmpty else { throw .damaged(reason: "one of its items is empty") }
    return extents
  }

  /// The first bytes of some extents, up to `limit` of them.
  func bytes(in extents: [Range<Int>], limit: Int) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    for extent in extents where bytes.count < limit {
      let count = min(extent.count, limit - bytes.count)
      bytes += try descriptor.read(at: extent.lowerBound, count: count, ofFileWithSize: size)
    }
    return bytes
  }
}
