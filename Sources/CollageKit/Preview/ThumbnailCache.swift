internal import PhotoCodecs
internal import ReactiveTraits

/// Thumbnails, kept while there is room: the least recently used are dropped first.
final class ThumbnailCache: Sendable {
  struct Key: Hashable, Sendable {
    let identity: FileIdentity
    let orientation: Orientation
    let size: PixelSize
    /// The colour that a translucent photo was mixed with; nil for opaque ones.
    let background: Colour?
  }

  private struct State {
    var thumbnails: [Key: DecodedThumbnail] = [:]
    /// The least recently used first.
    var order: [Key] = []
    var bytes = 0
  }

  private let limit: Int
  private let state = Locked(State())

  /// - Parameter limit: bytes.
  init(limit: Int) { self.limit = limit }

  subscript(key: Key) -> DecodedThumbnail? {
    state.withLock { state in
      guard let thumbnail = state.thumbnails[key] else { return nil }
      state.order.removeAll { $0 == key }
      state.order.append(key)
      return thumbnail
    }
  }

  func insert(_ thumbnail: DecodedThumbnail, for key: Key) {
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
