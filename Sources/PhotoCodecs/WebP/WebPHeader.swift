internal import CForeignPhotos
internal import Imaging

/// What a WebP says of itself before any pixel is decoded.
struct WebPHeader {
  /// The canvas, in pixels.
  let size: PixelSize
  let isOpaque: Bool
  /// Whether libwebp may reduce the picture while it decodes: only a lossy, opaque, still one. Others have fine detail, or
  /// colours below their transparency, which it would mix.
  let isReducible: Bool
  let metadata: PhotoMetadata
  /// To decode the picture in full size.
  let request: DecodeRequest

  /// The maximum bytes read of EXIF or XMP: more than any useful record needs.
  private static let maxMetadataBytes = 1 << 20

  /// Reads the header and the metadata.
  ///
  /// - Throws: `damaged`, `readFailed`, `cancelled`.
  /// - Cost: a read for each 512 bytes of chunk headers that lie close together, else one for each chunk.
  static func read(_ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool) throws(CodecError) -> WebPHeader {
    let window = FileWindow(file.descriptor, size: file.size, windowSize: 512, isCancelled: isCancelled)
    var scan = Scan()
    let length = try window.read(at: 4, count: 4)?.littleEndian ?? 0
    try WebPChunks.forEach(in: window, from: 12, to: 8 + length) { chunk throws(CodecError) in
      try scan.add(chunk, of: window)
    }
    return try WebPHeader(scan, fileSize: file.size)
  }

  private init(_ scan: Scan, fileSize: Int) throws(CodecError) {
    guard let picture = scan.picture else { throw .truncatedWebP }
    let (frame, origin) = (picture.frame, picture.origin)
    size = scan.canvas ?? frame.size
    guard
      scan.isAnimated
        ? origin.x + frame.size.width <= size.width && origin.y + frame.size.height <= size.height
        : frame.size == size
    else { throw .damaged(reason: "its picture doesn't fit its canvas") }
    isOpaque = !frame.hasAlpha && frame.size == size
    isReducible = isOpaque && !frame.isLossless && !scan.isAnimated
    var metadata = scan.metadata
    if scan.isAnimated { metadata.fault = metadata.fault ?? "only the first picture of its animation is shown" }
    self.metadata = metadata
    let bytes = picture.bytes.clamped(to: 0..<fileSize)
    let parameters = cforeign_webp_request(
      offset: UInt64(bytes.lowerBound), count: UInt64(bytes.count), x: UInt32(origin.x), y: UInt32(origin.y),
      width: UInt32(frame.size.width), height: UInt32(frame.size.height))
    request = DecodeRequest(
      .webp, [UInt8](bytesOf: parameters), size, depth: 8, decoderBytes: Self.decoderBytes(of: frame))
  }

  /// What libwebp holds beside the pixels that it delivers, at most: of lossless pictures and transparency all pixels, some
  /// tables for each block, and Huffman codes; of lossy pictures some rows.
  private static func decoderBytes(of frame: WebPFrame) -> Int {
    frame.isLossless || frame.hasAlpha
      ? (16 << 20) + 6 * frame.size.pixels
      : (4 << 20) + 512 * frame.size.width
  }

  /// What has been found so far.
  private struct Scan {
    struct Picture {
      let frame: WebPFrame
      let origin: (x: Int, y: Int)
      /// For libwebp.
      let bytes: Range<Int>
    }

    /// Nil in a file of a single chunk.
    var canvas: PixelSize?
    var isAnimated = false
    var picture: Picture?
    var metadata = PhotoMetadata()
    private var hasAlphaChunk = false
    private var isFirst = true

    /// Whether to go on. After the picture, only metadata is of interest, which a file of a single chunk has not.
    mutating func add(_ chunk: WebPChunks.Chunk, of file: FileWindow) throws(CodecError) -> Bool {
      defer { isFirst = false }
      switch chunk.type {
      case "VP8X" where isFirst:
        try readCanvas(chunk, of: file)
      case "ALPH" where picture == nil:
        hasAlphaChunk = true
      case "VP8 " where picture == nil && !isAnimated, "VP8L" where picture == nil && !isAnimated:
        let frame = try WebPFrame(chunk, of: file, hasAlphaChunk: hasAlphaChunk)
        picture = Picture(frame: frame, origin: (0, 0), bytes: 0..<file.size)
      case "ANMF" where picture == nil && isAnimated:
        picture = try readFrame(chunk, of: file)
      case "ICCP" where metadata.profile == nil && canvas != nil:
        metadata.profile = try data(of: chunk, in: file, atMost: ColourProfile.maxBytes) ?? []
      case "EXIF" where metadata.exif == nil && canvas != nil:
        metadata.exif = try data(of: chunk, in: file, atMost: maxMetadataBytes).map(EXIF.withoutSignature)
      case "XMP " where metadata.xmp == nil && canvas != nil:
        metadata.xmp = try data(of: chunk, in: file, atMost: maxMetadataBytes)
      default: break
      }
      return picture == nil || canvas != nil
    }

    private mutating func readCanvas(_ chunk: WebPChunks.Chunk, of file: FileWindow) throws(CodecError) {
      guard let bytes = try data(of: chunk, in: file, atMost: 1024), bytes.count >= 10 else { throw .truncatedWebP }
      isAnimated = bytes[0] & 2 != 0
      canvas = PixelSize(width: bytes[4..<7].littleEndian + 1, height: bytes[7..<10].littleEndian + 1)
    }

    /// Reads a frame of an animation: its place, then its own chunks.
    private func readFrame(_ chunk: WebPChunks.Chunk, of file: FileWindow) throws(CodecError) -> Picture {
      let headBytes = 16
      let start = chunk.bytes.lowerBound + headBytes
      guard chunk.bytes.count > headBytes,
        let head = try file.read(at: chunk.bytes.lowerBound, count: headBytes).map(Array.init)
      else { throw .truncatedWebP }
      var hasAlphaChunk = false
      var frame: WebPFrame?
      try WebPChunks.forEach(in: file, from: start, to: chunk.bytes.upperBound) { chunk throws(CodecError) in
        if chunk.type == "ALPH" { hasAlphaChunk = true }
        guard chunk.type == "VP8 " || chunk.type == "VP8L" else { return true }
        frame = try WebPFrame(chunk, of: file, hasAlphaChunk: hasAlphaChunk)
        return false
      }
      guard let frame else { throw .truncatedWebP }
      let size = PixelSize(width: head[6..<9].littleEndian + 1, height: head[9..<12].littleEndian + 1)
      guard frame.size == size else { throw .damaged(reason: "a frame has two sizes") }
      return Picture(
        frame: frame, origin: (2 * head[0..<3].littleEndian, 2 * head[3..<6].littleEndian),
        bytes: start..<chunk.bytes.upperBound)
    }

    /// Nil if the data is longer than that, or not all there.
    private func data(
      of chunk: WebPChunks.Chunk, in file: FileWindow, atMost maxBytes: Int
    ) throws(CodecError) -> [UInt8]? {
      guard chunk.bytes.count <= maxBytes else { return nil }
      return try file.read(at: chunk.bytes.lowerBound, count: chunk.bytes.count).map(Array.init)
    }
  }
}
