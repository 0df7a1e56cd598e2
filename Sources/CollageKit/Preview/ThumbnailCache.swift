internal import PhotoCodecs
internal import ReactiveTraits

/// Small upright rasters of whole photos, kept as long as there is room: the least recently used go first.
final class ThumbnailCache: Sendable {
  struct Key: Hashable, Sendable {
    let identity: FileIdentity
    let size: PixelSize
    /// What a photo that is not opaque was mixed with.
    let background: Colour?
  }

  private struct State {
    var rasters: [Key: Raster] = [:]
    /// The least recently used first.
    var order: [Key] = []
    var bytes = 0
  }

  private let limit: Int
  private let state = Locked(State())

  /// - Parameter limit: bytes.
  init(limit: Int) { self.limit = limit }

  subscript(key: Key) -> Raster? {
    state.withLock { state in
      guard let raster = state.rasters[key] else { return nil }
      state.order.removeAll { $0 == key }
      state.order.append(key)
      return raster
    }
  }

  func insert(_ raster: Raster, for key: Key) {
    state.withLock { state in
      guard state.rasters.updateValue(raster, forKey: key) == nil else { return }
      state.order.append(key)
      state.bytes += Raster.bytes(of: raster.size)
      while state.bytes > limit, state.order.count > 1 {
        let oldest = state.order.removeFirst()
        if let raster = state.rasters.removeValue(forKey: oldest) { state.bytes -= Raster.bytes(of: raster.size) }
      }
    }
  }
}
