internal import CSandboxedCodecs
internal import Imaging

/// The header of a WebP, read before any pixel is decoded.
struct WebPHeader {
  /// The canvas, in pixels.
  let size: PixelSize
  let isOpaque: Bool
  /// Whether libwebp may reduce the picture while decoding. It may for a lossy, opaque still
  /// picture. It would mix the fine detail of others, or their colours with those under transparent
  /// pixels.
  let isReducible: Bool
  let metadata: PhotoMetadata
  /// What to have a worker decode, at full size.
  let request: DecodeRequest

  /// The maximum bytes read of EXIF or XMP: more than any useful record needs.
  private static let maxMetadataBytes = 1 << 20
  /// Of lossless pictures and alpha: all pixels, and tables for each block.
  private static let bytesPerPixelHeld = 6
  /// Of lossy pictures: some rows.
  private static let bytesPerColumn = 512

  /// Reads the header and the metadata.
  ///
  /// - Throws: `damaged`, `readFailed`, `cancelled`.
  /// - Cost: a read for each 512 bytes of chunk headers that lie close together, else one for each
  ///   chunk.
  static func read(_ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool)
    throws(CodecError) -> WebPHeader
  {
    let window = FileWindow(
      file.descriptor, size: file.size, windowSize: 512, isCancelled: isCancelled)
    let length = try window.read(at: 4, count: 4)?.littleEndian ?? 0
    var scan = Scan(end: 8 + length)
    try WebPChunks.forEach(in: window, from: WebPChunks.firstOffset, to: file.size) {
      chunk throws(CodecError) in
      try scan.add(chunk, of: window)
    }
    return try WebPHeader(scan, fileSize: file.size)
  }

  private init(_ scan: Scan, fileSize: Int) throws(CodecError) {
    guard let picture = scan.picture else { throw .truncatedWebP }
    let frame = picture.frame
    let origin = picture.origin
    size = scan.canvas ?? frame.size
    guard
      scan.isAnimated
        ? origin.x + frame.size.width <= size.width && origin.y + frame.size.height <= size.height
        : frame.size == size
    else { throw .damaged(reason: "its picture doesn't fit its canvas") }
    isOpaque = !frame.hasAlpha && frame.size == size
    isReducible = isOpaque && !frame.isLossless && !scan.isAnimated
    var metadata = scan.metadata
    metadata.fault = scan.sizeFault(inFileOf: fileSize)
    if scan.isAnimated {
      metadata.fault = metadata.fault ?? "only the first frame of its animation is used"
    }
    self.metadata = metadata
    // libwebp rejects a file that states a wrong size, but decodes the picture's chunks on their
    // own.
    let bytes = (metadata.fault == nil ? picture.bytes : picture.chunks).clamped(to: 0..<fileSize)
    let parameters = csandboxed_webp_request(
      offset: UInt64(bytes.lowerBound), count: UInt64(bytes.count), x: UInt32(origin.x),
      y: UInt32(origin.y), width: UInt32(frame.size.width), height: UInt32(frame.size.height))
    request = DecodeRequest(
      .webp, [UInt8](bytesOf: parameters), size, depth: 8,
      decoderBytes: Self.decoderBytes(of: frame))
  }

  /// The maximum memory that libwebp uses in addition to the pixels that it delivers, in bytes. For
  /// lossless pictures and alpha these are all pixels, some tables for each block, and Huffman
  /// codes; for lossy pictures, some rows.
  private static func decoderBytes(of frame: WebPFrame) -> Int {
    let mebibyte = 1 << 20
    return frame.isLossless || frame.hasAlpha
      ? 16 * mebibyte + bytesPerPixelHeld * frame.size.pixels
      : 4 * mebibyte + bytesPerColumn * frame.size.width
  }

  /// What has been found so far.
  private struct Scan {
    struct Picture {
      let frame: WebPFrame
      let origin: PixelOffset
      /// The bytes of the file to pass to libwebp.
      let bytes: Range<Int>
      /// The bytes of the picture's own chunks, without anything around them.
      let chunks: Range<Int>
    }

    /// Nil in a file that consists of a single chunk.
    var canvas: PixelSize?
    var isAnimated = false
    var picture: Picture?
    var metadata = PhotoMetadata()
    /// Where the file should end, by the size that it states.
    private let end: Int
    /// Whether a chunk extends beyond that end.
    private var hasWrongSize = false
    /// The offset of the chunk with the picture's alpha.
    private var alphaStart: Int?
    private var isFirst = true

    init(end: Int) { self.end = end }

    /// What is wrong with the size that the file states; nil if it is right. Bytes after a complete
    /// file are no fault.
    func sizeFault(inFileOf size: Int) -> String? {
      if end > size { return "the end of the file is missing" }
      return hasWrongSize ? "its header states the wrong size" : nil
    }

    /// Returns whether to go on. After the picture only metadata is of interest, and a file of a
    /// single chunk has none.
    mutating func add(_ chunk: WebPChunks.Chunk, of file: FileWindow) throws(CodecError) -> Bool {
      defer { isFirst = false }
      if chunk.start >= end, !hasWrongSize, picture != nil { return false }
      if chunk.bytes.upperBound > end { hasWrongSize = true }
      switch chunk.type {
      case "VP8X" where isFirst:
        try readCanvas(chunk, of: file)
      case "ALPH" where picture == nil:
        alphaStart = alphaStart ?? chunk.start
      case "VP8 " where picture == nil && !isAnimated, "VP8L" where picture == nil && !isAnimated:
        let frame = try WebPFrame(chunk, of: file, hasAlphaChunk: alphaStart != nil)
        picture = Picture(
          frame: frame, origin: PixelOffset(x: 0, y: 0), bytes: 0..<file.size,
          chunks: (alphaStart ?? chunk.start)..<chunk.bytes.upperBound)
      case "ANMF" where picture == nil && isAnimated:
        picture = try readFrame(chunk, of: file)
      case "ICCP" where metadata.profile == nil && canvas != nil:
        metadata.profile = try data(of: chunk, in: file, atMost: ColourProfile.maxBytes) ?? []
      case "EXIF" where metadata.exif == nil && canvas != nil:
        metadata.exif = try data(of: chunk, in: file, atMost: maxMetadataBytes).map(
          EXIF.withoutSignature)
      case "XMP " where metadata.xmp == nil && canvas != nil:
        metadata.xmp = try data(of: chunk, in: file, atMost: maxMetadataBytes)
      default: break
      }
      return picture == nil || canvas != nil
    }

    private mutating func readCanvas(_ chunk: WebPChunks.Chunk, of file: FileWindow)
      throws(CodecError)
    {
      guard let bytes = try data(of: chunk, in: file, atMost: 1024), bytes.count >= 10 else {
        throw .truncatedWebP
      }
      isAnimated = bytes[0] & 2 != 0
      canvas = PixelSize(
        width: bytes[4..<7].littleEndian + 1, height: bytes[7..<10].littleEndian + 1)
    }

    /// Reads a frame of an animation: its position, then its own chunks.
    private func readFrame(_ chunk: WebPChunks.Chunk, of file: FileWindow) throws(CodecError)
      -> Picture
    {
      let headBytes = 16
      let start = chunk.bytes.lowerBound + headBytes
      guard chunk.bytes.count > headBytes,
        let head = try file.read(at: chunk.bytes.lowerBound, count: headBytes).map(Array.init)
      else { throw .truncatedWebP }
      var hasAlphaChunk = false
      var frame: WebPFrame?
      try WebPChunks.forEach(in: file, from: start, to: chunk.bytes.upperBound) {
        chunk throws(CodecError) in
        if chunk.type == "ALPH" { hasAlphaChunk = true }
        guard chunk.type == "VP8 " || chunk.type == "VP8L" else { return true }
        frame = try WebPFrame(chunk, of: file, hasAlphaChunk: hasAlphaChunk)
        return false
      }
      guard let frame else { throw .truncatedWebP }
      let size = PixelSize(
        width: head[6..<9].littleEndian + 1, height: head[9..<12].littleEndian + 1)
      guard frame.size == size else { throw .damaged(reason: "a frame has conflicting sizes") }
      let chunks = start..<chunk.bytes.upperBound
      return Picture(
        frame: frame,
        origin: PixelOffset(x: 2 * head[0..<3].littleEndian, y: 2 * head[3..<6].littleEndian),
        bytes: chunks, chunks: chunks)
    }

    /// The chunk's data, as far as the file has it; nil if it is longer than `maxBytes`.
    private func data(
      of chunk: WebPChunks.Chunk, in file: FileWindow, atMost maxBytes: Int
    ) throws(CodecError) -> [UInt8]? {
      guard chunk.bytes.count <= maxBytes else { return nil }
      let bytes = chunk.bytes.clamped(to: 0..<file.size)
      return try file.read(at: bytes.lowerBound, count: bytes.count).map(Array.init)
    }
  }
}
