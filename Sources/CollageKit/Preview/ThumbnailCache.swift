internal import PhotoCodecs
internal import ReactiveTraits

/// A small upright raster of a whole photo.
struct Thumbnail: Sendable {
  /// Nil when the photo can't be decoded.
  var raster: Raster?
  /// Why it can't be decoded, or that it is damaged; nil when it is intact.
  var fault: CodecError?

  var bytes: Int { raster.map { Raster.bytes(of: $0.size) } ?? 0 }
}

/// Thumbnails, kept while there is room: the least recently used are dropped first.
final class ThumbnailCache: Sendable {
  struct Key: Hashable, Sendable {
    let identity: FileIdentity
    let size: PixelSize
    /// The colour that a translucent photo was mixed with; nil for opaque ones.
    let background: Colour?
  }

  private struct State {
    var thumbnails: [Key: Thumbnail] = [:]
    /// The least recently used first.
    var order: [Key] = []
    var bytes = 0
  }

  private let limit: Int
  private let state = Locked(State())

  /// - Parameter limit: bytes.
  init(limit: Int) { self.limit = limit }

  subscript(key: Key) -> Thumbnail? {
    state.withLock { state in
      guard let thumbnail = state.thumbnails[key] else { return nil }
      state.order.removeAll { $0 == key }
      state.order.append(key)
      return thumbnail
    }
  }

  func insert(_ thumbnail: Thumbnail, for key: Key) {
    state.withLock { state in
      guard state.thumbnails.updateValue(thumbnail, forKey: key) == nil else { return }
      state.order.append(key)
      state.bytes += thumbnail.bytes
      while state.bytes > limit, state.order.count > 1 {
        let oldest = state.order.removeFirst()
        if let thumbnail = state.thumbnails.removeValue(forKey: oldest) { state.bytes -= thumbnail.bytes }
      }
    }
  }
}
