/// The parts of a JPEG XL file (ISO/IEC 18181-2): a bare codestream, or boxes with pieces of it and
/// metadata.
struct JXLContainer {
  /// Where in the file the codestream's pieces are, in order.
  private(set) var codestream: [Range<Int>] = []
  private(set) var exif: Record?
  private(set) var xmp: Record?
  /// The contents of the box with a gain map.
  private(set) var gainMap: Range<Int>?

  /// A box with metadata.
  enum Record {
    case plain(Range<Int>)
    /// Compressed with Brotli, which a worker undoes.
    case compressed(Range<Int>)
  }

  /// More than any encoder writes. Those after them are not looked at.
  private static let maxBoxes = 1 << 16

  /// - Throws: `damaged`, `readFailed`, `cancelled`.
  init(_ file: FileWindow) throws(CodecError) {
    guard try file.read(at: 0, count: 2)?.elementsEqual(JXLSignature.bare) != true else {
      codestream = [0..<file.size]
      return
    }
    var offset = 0
    for _ in 0..<Self.maxBoxes where file.size - offset >= 8 {
      guard let header = try file.read(at: offset, count: min(16, file.size - offset)) else {
        break
      }
      // What is missing at the end of the file is for the decoder to notice.
      let box = try ISOBox(header, at: offset, end: max(Int.max / 2, file.size))
      let payload = box.payload.clamped(to: 0..<file.size)
      try add(box.type, payload, of: file)
      offset = payload.upperBound
    }
    guard !codestream.isEmpty else { throw .damaged(reason: "it has no picture") }
  }

  private mutating func add(
    _ type: FourCC, _ payload: Range<Int>, of file: FileWindow
  ) throws(CodecError) {
    switch type {
    case "jxlc": codestream.append(payload)
    case "jxlp":
      // The piece's number comes first.
      if payload.count > 4 { codestream.append(payload.lowerBound + 4..<payload.upperBound) }
    case "Exif": exif = exif ?? .plain(payload)
    case "xml ": xmp = xmp ?? .plain(payload)
    case "jhgm": gainMap = gainMap ?? payload
    case "brob":
      guard payload.count > 4, let head = try file.read(at: payload.lowerBound, count: 4) else {
        return
      }
      let compressed = Record.compressed(payload.lowerBound + 4..<payload.upperBound)
      if FourCC(head) == "Exif" { exif = exif ?? compressed }
      if FourCC(head) == "xml " { xmp = xmp ?? compressed }
    default: break
    }
  }

  /// One that is only a codestream in these bytes of a file.
  init(codestream range: Range<Int>) { codestream = [range] }

  /// The first bytes of the codestream, at most `limit`.
  func beginning(of file: FileWindow, limit: Int) throws(CodecError) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in codestream where bytes.count < limit {
      let count = min(piece.count, limit - bytes.count)
      bytes += try file.read(at: piece.lowerBound, count: count) ?? []
    }
    return bytes
  }
}
