/// Where an item's bytes are.
struct HEIFLocation: Sendable {
  enum Source: Sendable {
    case file
    /// The "idat" box.
    case itemData
    /// Anything else: another file, or other items.
    case elsewhere
  }

  var source = Source.file
  /// In order, relative to the source's first byte. The last one may reach to the end: then
  /// `length` is nil.
  var extents: [Extent] = []

  struct Extent: Sendable {
    let offset: Int
    let length: Int?
  }

  /// Whether what is in the file itself is before its end.
  func isInside(_ fileSize: Int) -> Bool {
    guard case .file = source else { return true }
    return extents.allSatisfy { $0.offset <= fileSize && $0.length ?? 0 <= fileSize - $0.offset }
  }

  /// More than any encoder cuts an item into.
  private static let maxExtents = 1 << 16
  /// More than any camera writes; each tile of a picture is one.
  private static let maxItems = 1 << 15

  /// Reads an "iloc" box, and calls `body` with each item's id and location.
  ///
  /// - Throws: `damaged`, also for more than 65,536 extents in all; `tooLarge` for more than 32,768
  ///   items.
  ///   Also what `body` throws.
  static func forEach(
    _ reader: ByteReader, _ body: (Int, HEIFLocation) throws(CodecError) -> Void
  ) throws(CodecError) {
    var reader = reader
    let version = try reader.byte()
    guard version <= 2 else {
      throw .unsupported(reason: "HEIF with item locations of version \(version)")
    }
    try reader.skip(3)
    let sizes = try reader.number(2)
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) })
    else {
      throw .damaged(reason: "its item locations use an invalid number size")
    }
    var extents = 0
    let items = try reader.number(version == 2 ? 4 : 2)
    guard items <= maxItems else { throw .tooLarge(reason: "more than 32,768 items") }
    for _ in 0..<items {
      let id = try reader.number(version == 2 ? 4 : 2)
      let method = version == 0 ? 0 : try reader.number(2) & 15
      let dataReference = try reader.number(2)
      let base = try reader.number(baseSize)
      var location = HEIFLocation(source: dataReference != 0 ? .elsewhere : Source(method))
      let count = try reader.number(2)
      extents += count
      guard extents <= maxExtents else {
        throw .damaged(reason: "its items are in too many pieces")
      }
      for _ in 0..<count {
        try reader.skip(indexSize)
        let offset = try reader.number(offsetSize)
        let length = lengthSize == 0 ? nil : try reader.number(lengthSize)
        let (start, overflows) = base.addingReportingOverflow(offset)
        guard !overflows else { throw .damaged(reason: "an item lies beyond the end of the file") }
        location.extents.append(Extent(offset: start, length: length))
      }
      try body(id, location)
    }
  }
}

extension HEIFLocation.Source {
  fileprivate init(_ constructionMethod: Int) {
    switch constructionMethod {
    case 0: self = .file
    case 1: self = .itemData
    default: self = .elsewhere
    }
  }
}
