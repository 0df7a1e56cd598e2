internal import ThreadPool

/// How a drawing uses the pictures that workers have decoded.
package enum PictureReuse: Sendable {
  /// Takes the picture if it is there.
  case taking(DecodedPictures)
  /// Leaves it there, or puts it there, for the next drawing.
  case keeping(DecodedPictures)

  func take(_ identity: FileIdentity, _ request: DecodeRequest) -> DecodedPixels? {
    switch self {
    case .taking(let pictures), .keeping(let pictures): pictures.take(identity, request)
    }
  }

  func put(_ pixels: DecodedPixels, of identity: FileIdentity, _ request: DecodeRequest) {
    if case .keeping(let pictures) = self { pictures.keep(pixels, of: identity, request) }
  }
}

/// Pictures that workers have decoded and that will soon be drawn again: decoding takes most of the
/// time of a HEIC. Holds the newest, up to a limit.
package final class DecodedPictures: Sendable {
  private struct Picture: Sendable {
    let identity: FileIdentity
    let request: DecodeRequest
    let pixels: DecodedPixels
  }

  /// In bytes.
  package let limit: Int
  private let kept = Locked([Picture]())

  package init(limit: Int) { self.limit = limit }

  private static func bytes(of pictures: [Picture]) -> Int {
    pictures.reduce(0) { $0 + $1.pixels.count }
  }

  /// Bytes of what is kept.
  package var bytes: Int { kept.withLock { Self.bytes(of: $0) } }

  /// Drops the oldest, until no more than so many bytes are kept.
  package func shrink(to bytes: Int) {
    // Released without the lock.
    _ = kept.withLock { kept in
      var dropped: [Picture] = []
      while Self.bytes(of: kept) > bytes, !kept.isEmpty { dropped.append(kept.removeFirst()) }
      return dropped
    }
  }

  func keep(_ pixels: DecodedPixels, of identity: FileIdentity, _ request: DecodeRequest) {
    kept.withLock { $0.append(Picture(identity: identity, request: request, pixels: pixels)) }
    shrink(to: limit)
  }

  /// Hands a picture out, and keeps it no longer.
  func take(_ identity: FileIdentity, _ request: DecodeRequest) -> DecodedPixels? {
    kept.withLock { kept in
      kept.firstIndex { $0.identity == identity && $0.request == request }.map {
        kept.remove(at: $0).pixels
      }
    }
  }
}
