internal import Dispatch
internal import PhotoCodecs
internal import ReactiveTraits

/// Frames that upcoming collages of a batch share: each is drawn once, by the first collage that needs it.
///
/// Keeps only frames of photos that two or more collages are known to need, drops the least recently used first, and
/// drops a frame when no collage is known to need its photo any more.
package final class FrameCache: Sendable {
  /// Two placements with the same key show the same pixels.
  struct Key: Hashable, Sendable {
    private let identity: FileIdentity
    private let plan: DecodePlan
    private let size: PixelSize
    /// The colour that a translucent photo is mixed with.
    private let background: Colour?
    private let colourSpace: ColourSpace
    private let allowsDamage: Bool

    init(_ placement: Placement, _ options: CollageOptions) {
      identity = placement.photo.identity
      plan = placement.plan
      size = placement.frame.size
      self.background = placement.photo.header.isOpaque ? nil : options.decoration.decodingBackground
      colourSpace = options.colour.space
      allowsDamage = options.decoding.allowsDamage
    }
  }

  /// A frame's pixels, and the digest and warning from drawing it.
  struct Frame: Sendable {
    let raster: Raster
    let digest: Digest
    let warning: String?

    /// Nil when the system has no memory for it.
    init?(copying frame: PixelRect, of canvas: Raster, digest: Digest, warning: String?) {
      let all = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
      guard let raster = try? Raster(canvas: frame.size, filledWith: .white, in: canvas.colourSpace, except: [all])
      else {
        return nil
      }
      self.raster = raster
      self.digest = digest
      self.warning = warning
      raster.copy(frame, of: canvas, to: all)
    }

    /// The rectangle of the whole frame.
    var all: PixelRect { PixelRect(x: 0, y: 0, width: raster.size.width, height: raster.size.height) }
  }

  /// Who must draw a frame.
  enum Claim {
    /// It is already drawn.
    case known(Frame)
    /// The caller draws it for others too, and must call `settle`.
    case first
    /// The caller draws it for itself only.
    case unshared
  }

  private enum Entry {
    /// It is being drawn; these wait for it.
    case underWay([DispatchSemaphore])
    case ready(Frame)
  }

  private struct State {
    /// How many collages are known to need a photo.
    var needs: [PhotoAddress: Int] = [:]
    var keys: [PhotoAddress: Set<Key>] = [:]
    var entries: [Key: Entry] = [:]
    /// The keys of ready frames, the least recently used first.
    var order: [Key] = []
    var bytes = 0

    mutating func drop(_ key: Key) {
      guard case .ready(let frame) = entries[key] else { return }
      entries[key] = nil
      order.removeAll { $0 == key }
      bytes -= Raster.bytes(of: frame.raster.size)
    }
  }

  private let limit: Int
  private let state = Locked(State())

  /// - Parameter limit: bytes.
  package init(limit: Int) { self.limit = limit }

  /// How many frames are kept.
  package var count: Int { state.withLock { $0.order.count } }

  /// Announces a collage that needs these photos.
  package func expect(_ photos: [PhotoAddress]) {
    state.withLock { state in
      for photo in Set(photos) { state.needs[photo, default: 0] += 1 }
    }
  }

  /// The announced collage has been made, or given up.
  package func release(_ photos: [PhotoAddress]) {
    state.withLock { state in
      for photo in Set(photos) {
        let left = state.needs[photo, default: 1] - 1
        state.needs[photo] = left > 0 ? left : nil
        if left <= 0 {
          for key in state.keys.removeValue(forKey: photo) ?? [] { state.drop(key) }
        }
      }
    }
  }

  /// The frame, or who must draw it. Waits while another collage draws it.
  func claim(_ key: Key, of photo: PhotoAddress) -> Claim {
    while true {
      let turn = DispatchSemaphore(value: 0)
      let claim: Claim? = state.withLock { state in
        switch state.entries[key] {
        case .ready(let frame):
          state.order.removeAll { $0 == key }
          state.order.append(key)
          return .known(frame)
        case .underWay(let waiting):
          state.entries[key] = .underWay(waiting + [turn])
          return nil
        case nil:
          guard state.needs[photo, default: 0] > 1 else { return .unshared }
          state.entries[key] = .underWay([])
          return .first
        }
      }
      if let claim { return claim }
      turn.wait()
    }
  }

  /// Stores a claimed frame; nil when it could not be drawn: then the next caller that needs it tries itself.
  func settle(_ key: Key, of photo: PhotoAddress, with frame: Frame?) {
    let waiting: [DispatchSemaphore] = state.withLock { state in
      guard case .underWay(let waiting) = state.entries.removeValue(forKey: key) else { return [] }
      guard let frame else { return waiting }
      let bytes = Raster.bytes(of: frame.raster.size)
      // Threads that wait must find it, however little room there is.
      guard !waiting.isEmpty || (bytes <= limit && state.needs[photo, default: 0] > 1) else { return waiting }
      state.entries[key] = .ready(frame)
      state.keys[photo, default: []].insert(key)
      state.order.append(key)
      state.bytes += bytes
      while state.bytes > limit, state.order.count > 1 { state.drop(state.order[0]) }
      return waiting
    }
    for turn in waiting { turn.signal() }
  }
}
