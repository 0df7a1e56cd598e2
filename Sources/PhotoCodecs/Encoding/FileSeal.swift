/// The digest of all bytes of a collage up to here, right before its end marker. It shows that the
/// file is complete and that nobody has changed it since, which the recipe at its beginning can't.
///
/// In a PNG it is a chunk that editors don't copy; in a JPEG, a segment after the scan, which
/// decoders skip, of the gain map where there is one; in a PDF, a comment.
package enum FileSeal {
  private static let signature = Array("urn:collage:1.0/seal\0".utf8)
  private static let comment = Array("%urn:collage:1.0/seal ".utf8)

  /// The bytes that end every file of a format.
  static func endMarker(_ format: OutputFormat) -> [UInt8] {
    switch format {
    case .jpeg: JPEGFile.endMarker
    case .png: PNGChunks.chunk("IEND", [])
    case .pdf: PDFFile.endMarker
    }
  }

  /// How many bytes the seal takes before the end marker.
  static func bytes(_ format: OutputFormat) -> Int {
    end(format, sealing: SHA256()).count - endMarker(format).count
  }

  /// The seal with the end marker.
  ///
  /// - Parameter hash: of all bytes before.
  static func end(_ format: OutputFormat, sealing hash: SHA256) -> [UInt8] {
    let digits = Array(Digest(hash).hexadecimal.utf8)
    let seal =
      switch format {
      case .jpeg:
        [0xFF, 0xE1, 0, UInt8(2 + signature.count + digits.count)] + signature + digits
      case .png: PNGChunks.chunk("coSL", digits)
      case .pdf: comment + digits + [0x0A]
      }
    return seal + endMarker(format)
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
    case .jpeg: format = .jpeg
    case .png: format = .png
    case .heic, .avif, .webp, .raw: return nil
    case nil:
      guard try PDFBeginning(of: file) != nil else { return nil }
      format = .pdf
    }
    let sealed = file.size - end(format, sealing: SHA256()).count
    var hash = SHA256()
    var offset = 0
    while offset < sealed {
      if isCancelled() { throw .cancelled }
      let bytes = try file.read(at: offset, count: min(256 * 1024, sealed - offset))
      hash.update(bytes)
      offset += bytes.count
    }
    let end = end(format, sealing: hash)
    guard sealed > 0, try file.read(at: sealed, count: end.count) == end, try file.isUnchanged()
    else { return nil }
    hash.update(end)
    return Digest(hash)
  }
}
