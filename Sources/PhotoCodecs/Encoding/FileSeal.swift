/// The digest of all other bytes of a collage. It shows that the file is complete and that nobody
/// has changed it since, which the recipe at its beginning can't.
///
/// It stands before what ends the file. In a PNG it is a chunk that editors don't copy; in a JPEG,
/// a segment after the scan, which decoders skip, of the gain map where there is one; in a PDF, a
/// comment before `startxref` (`PDFEnd`); in a WebP, its last
/// chunk; in an AVIF or JPEG XL, its last box.
package enum FileSeal {
  private static let signature = Array("urn:collage:1.0/seal\0".utf8)

  /// The bytes that end every JPEG or PNG; of a PDF, what `PDFEnd` has found in it.
  private static func endMarker(_ format: OutputFormat, of bytes: [UInt8]) -> [UInt8] {
    switch format {
    case .jpeg: JPEGFile.endMarker
    case .png: PNGChunks.chunk("IEND", [])
    case .pdf: PDFEnd.marker(of: bytes)
    case .webp, .avif, .jxl: []
    }
  }

  /// How many bytes a seal has in a JPEG, and in a WebP.
  static let bytesInJPEG = seal(.jpeg, SHA256(), at: 0).count
  static let bytesInWebP = seal(.webp, SHA256(), at: 0).count

  /// - Parameters:
  ///   - hash: of all other bytes.
  ///   - offset: where the seal lies in the file.
  private static func seal(_ format: OutputFormat, _ hash: SHA256, at offset: Int) -> [UInt8] {
    let digits = Array(Digest(hash).hexadecimal.utf8)
    return switch format {
    case .jpeg: [0xFF, 0xE1, 0, UInt8(2 + signature.count + digits.count)] + signature + digits
    case .png: PNGChunks.chunk("coSL", digits)
    case .pdf: PDFEnd.comment(.seal, digits)
    case .webp: WebPFile.chunk("coSL", digits + placeDigits(offset))
    case .avif, .jxl: BoxWriter.box("coSL", digits + placeDigits(offset))
    }
  }

  /// Where a seal lies, which tells damage from changes: programs that change such a file keep the
  /// seal, but hardly the file's length.
  private static func placeDigits(_ offset: Int) -> [UInt8] {
    Array(BoxWriter.number(offset, 8).hexadecimal.utf8)
  }

  /// Whether a file that isn't as it was written has its seal where it was: so its bytes were
  /// damaged, and no program has written it anew. False for formats whose seal doesn't say so.
  package static func isDamaged(_ file: borrowing PhotoFile) throws(CodecError) -> Bool {
    let signature = try file.read(at: 0, count: min(PhotoFormat.signatureLength, file.size))
    guard let format = (try? PhotoFormat.recognise(signature)).flatMap({ OutputFormat($0) }),
      format.isOfWorker
    else { return false }
    let count = seal(format, SHA256(), at: 0).count
    guard file.size > count else { return false }
    let wanted = seal(format, SHA256(), at: file.size - count)
    let found = try file.read(at: file.size - count, count: count)
    return found.prefix(headBytes) == wanted.prefix(headBytes)
      && found.suffix(placeBytes) == wanted.suffix(placeBytes)
  }

  /// Of a chunk's or box's type and length; of where it lies.
  private static let headBytes = 8
  private static let placeBytes = 16

  /// A file's last bytes, with its seal.
  ///
  /// - Parameters:
  ///   - bytes: the last ones without it; whole markers, of a PDF all from its trailer on.
  ///   - offset: where they lie in the file; of a PDF it doesn't count.
  ///   - hash: of all bytes before them; afterwards of all that the file has.
  static func sealed(
    _ bytes: consuming [UInt8], at offset: Int = 0, _ format: OutputFormat, _ hash: inout SHA256
  ) -> [UInt8] {
    let end = endMarker(format, of: bytes)
    bytes.removeLast(end.count)
    hash.update(bytes)
    var others = hash
    // Without it nobody would notice another place of a PDF's table.
    if format == .pdf { others.update(end) }
    let tail = seal(format, others, at: offset + bytes.count) + end
    hash.update(tail)
    bytes += tail
    return bytes
  }

  /// The digest of a whole file that ends with its seal; nil for a file that was truncated,
  /// changed, or written without one. Reads the file once.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`, `cancelled`.
  package static func digest(
    of file: borrowing PhotoFile, isCancelled: () -> Bool = { false }
  ) throws(CodecError) -> Digest? {
    let format: OutputFormat
    switch try? PhotoFormat.recognise(
      try file.read(at: 0, count: min(PhotoFormat.signatureLength, file.size)))
    {
    case let picture?:
      guard let written = OutputFormat(picture) else { return nil }
      format = written
    case nil:
      guard try PDFBeginning(of: file) != nil else { return nil }
      format = .pdf
    }
    let marker: [UInt8]
    var isHashed = false
    if format == .pdf {
      guard let end = try PDFEnd(of: file) else { return nil }
      marker = end.marker
      isHashed = end.sealsMarker
    } else {
      marker = endMarker(format, of: [])
    }
    let sealed = file.size - marker.count - seal(format, SHA256(), at: 0).count
    guard sealed > 0 else { return nil }
    var hash = SHA256()
    var offset = 0
    while offset < sealed {
      if isCancelled() { throw .cancelled }
      let bytes = try file.read(at: offset, count: min(256 * 1024, sealed - offset))
      hash.update(bytes)
      offset += bytes.count
    }
    var others = hash
    if isHashed { others.update(marker) }
    let tail = seal(format, others, at: sealed) + marker
    guard try file.read(at: sealed, count: tail.count) == tail, try file.isUnchanged()
    else { return nil }
    hash.update(tail)
    return Digest(hash)
  }
}
