extension RecipeRecord {
  /// The recipe embedded in a picture; nil if there is none, so that it isn't one of our collages.
  ///
  /// - Throws: only `readFailed`; a damaged file counts as having no recipe.
  package static func read(from file: borrowing PhotoFile) throws(CodecError) -> RecipeRecord? {
    let signature = try file.read(at: 0, count: min(PhotoFormat.signatureLength, file.size))
    switch try? PhotoFormat.recognise(signature) {
    case .jpeg: return try readJPEG(file)
    case .png: return try readPNG(file)
    case .webp: return try record { () throws(CodecError) in try packet(inWebP: file) }
    case .avif: return try record { () throws(CodecError) in try packet(inAVIF: file) }
    case .jxl: return try record { () throws(CodecError) in try packet(inJXL: file) }
    case .heic, .tiff, .raw: return nil
    case nil: return try readPDF(file)
    }
  }

  /// The recipe in a packet; nil if it can't be found.
  private static func record(
    _ packet: () throws(CodecError) -> [UInt8]?
  ) throws(CodecError) -> RecipeRecord? {
    do throws(CodecError) {
      return try packet().flatMap { RecipeRecord(packet: $0[...]) }
    } catch {
      if case .readFailed = error { throw error }
      return nil
    }
  }

  private static func packet(inWebP file: borrowing PhotoFile) throws(CodecError) -> [UInt8]? {
    let window = FileWindow(file.descriptor, size: file.size, windowSize: 64)
    var packet: [UInt8]?
    try WebPChunks.forEach(in: window, from: WebPChunks.firstOffset, to: file.size) {
      chunk throws(CodecError) in
      if chunk.type == "XMP ", chunk.bytes.count <= maxPacketBytes {
        packet = try window.read(at: chunk.bytes.lowerBound, count: chunk.bytes.count).map(
          Array.init)
      }
      return packet == nil
    }
    return packet
  }

  private static func packet(inAVIF file: borrowing PhotoFile) throws(CodecError) -> [UInt8]? {
    let heif = try HEIFFile(file)
    let items = heif.meta.items.values.filter { $0.type == "mime" }
    guard let item = items.min(by: { $0.id < $1.id }) else { return nil }
    return try heif.bytes(in: try heif.extents(of: item), limit: maxPacketBytes)
  }

  private static func packet(inJXL file: borrowing PhotoFile) throws(CodecError) -> [UInt8]? {
    let window = FileWindow(file.descriptor, size: file.size, windowSize: 64)
    guard case .plain(let range) = try JXLContainer(window).xmp, range.count <= maxPacketBytes
    else { return nil }
    return try window.read(at: range.lowerBound, count: range.count).map(Array.init)
  }
}
