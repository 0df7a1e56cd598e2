internal import Imaging

/// An encoded picture in a WebP: a still one, or a frame of an animation.
struct WebPFrame {
  let size: PixelSize
  let isLossless: Bool
  let hasAlpha: Bool

  /// Reads the beginning of a `VP8 ` or `VP8L` chunk.
  ///
  /// - Parameter hasAlphaChunk: whether alpha is in a chunk of its own, as for lossy pictures.
  /// - Throws: `damaged`, `readFailed`.
  init(_ chunk: WebPChunks.Chunk, of file: FileWindow, hasAlphaChunk: Bool) throws(CodecError) {
    isLossless = chunk.type == "VP8L"
    let count = isLossless ? 5 : 10
    guard chunk.bytes.count >= count,
      let bytes = try file.read(at: chunk.bytes.lowerBound, count: count)
    else {
      throw .truncatedWebP
    }
    let head = Array(bytes)
    let size: PixelSize?
    if isLossless {
      let fields = head.dropFirst().littleEndian
      // A signature, then 14 bits for each side, one for alpha, and three for a version.
      size =
        head[0] == 0x2F && fields >> 29 == 0
        ? PixelSize(width: fields & 0x3FFF + 1, height: fields >> 14 & 0x3FFF + 1) : nil
      hasAlpha = fields >> 28 & 1 == 1
    } else {
      // The lowest bit is 0 for a key frame. Then come a signature, and 14 bits for each side, with
      // two of a scale that is not used.
      let isKeyFrame = head[0] & 1 == 0 && head[3..<6].elementsEqual([0x9D, 0x01, 0x2A])
      size =
        isKeyFrame
        ? PixelSize(
          width: head[6..<8].littleEndian & 0x3FFF, height: head[8..<10].littleEndian & 0x3FFF)
        : nil
      hasAlpha = hasAlphaChunk
    }
    guard let size, size.width > 0, size.height > 0 else {
      throw .damaged(reason: "its \(chunk.type.trimmed) header is wrong")
    }
    self.size = size
  }
}

extension String {
  fileprivate var trimmed: Substring { prefix { $0 != " " } }
}

extension CodecError {
  static let truncatedWebP = CodecError.damaged(reason: "the file ends before its picture begins")
}
