internal import Dispatch
internal import Imaging
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Frames that upcoming collages of a batch share: each is drawn once, by the first collage that
/// needs it.
///
/// Keeps only frames of photos that two or more collages are known to need, drops the least
/// recently used first, and drops a frame when no collage is known to need its photo any more.
package final class FrameCache: Sendable {
  /// Two placements with the same key show the same pixels.
  struct Key: Hashable, Sendable {
    private let identity: FileIdentity
    private let plan: DecodePlan
    private let size: PixelSize
    /// The colour that a translucent photo is mixed with.
    private let background: Colour?
    private let colourSpace: ColourSpace
    private let tone: Tone
    private let allowsDamage: Bool
    private let hasGains: Bool
    /// A collage that requires the sandbox doesn't show what was decoded without it.
    private let requiresSandbox: Bool

    /// - Parameter hasGains: whether the photo's gains are drawn, too.
    init(_ placement: Placement, _ options: CollageOptions, hasGains: Bool = false) {
      self.hasGains = hasGains
      identity = placement.photo.identity
      plan = placement.plan
      size = placement.frame.size
      self.background =
        placement.photo.header.isOpaque ? nil : options.decoration.decodingBackground
      colourSpace = options.colour.space
      tone = options.colour.tone
      allowsDamage = options.decoding.allowsDamage
      requiresSandbox = options.decoding.limits.requiresSandbox
    }
  }

  /// A frame's pixels, and what was known of its photo when they were drawn.
  struct DrawnFrame: Sendable {
    let raster: Raster
    /// Nil for a photo without HDR, or if gains weren't drawn.
    let gains: GainPlane?
    let photo: DrawnPhoto

    init(raster: Raster, gains: GainPlane? = nil, photo: DrawnPhoto) {
      self.raster = raster
      self.gains = gains
      self.photo = photo
    }

    /// The memory that it takes, in bytes.
    var bytes: Int {
      Raster.bytes(of: raster.size) + (gains.map { GainPlane.bytes(of: $0.size) } ?? 0)
    }

    /// Nil when the system has no memory for it.
    ///
    /// - Parameter gains: the canvas's; nil for a photo without HDR.
    init?(
      copying frame: Frame, of canvas: Raster, _ gains: GainPlane? = nil, _ photo: DrawnPhoto
    ) {
      let all = PixelRect(frame.size)
      guard
        let raster = try? Raster(
          canvas: frame.size, filledWith: .white, in: canvas.colourSpace, except: [all])
      else { return nil }
      var own: GainPlane?
      if let gains {
        guard let copy = try? GainPlane(frame.size) else { return nil }
        copy.copy(frame.bounds, of: gains, to: all)
        own = copy
      }
      self.init(raster: raster, gains: own, photo: photo)
      raster.copy(frame.bounds, of: canvas, to: all)
    }
  }

  /// Who must draw a frame.
  enum Claim {
    /// It is already drawn.
    case known(DrawnFrame)
    /// The caller draws it for others too, and must call `settle`.
    case first
    /// The caller draws it for itself only.
    case unshared
  }

  private struct State {
    /// How many collages are known to need a photo.
    var needs: [PhotoAddress: Int] = [:]
    var keys: [PhotoAddress: Set<Key>] = [:]
    /// Those who wait for a frame that is being drawn.
    var waiting: [Key: [DispatchSemaphore]] = [:]
    /// Costs are bytes.
    var frames: LRUCache<Key, DrawnFrame>
  }

  private let state: Locked<State>

  /// - Parameter limit: bytes.
  package init(limit: Int) { state = Locked(State(frames: LRUCache(limit: limit))) }

  package var count: Int { state.withLock { $0.frames.count } }

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
          for key in state.keys.removeValue(forKey: photo) ?? [] { state.frames.remove(key) }
        }
      }
    }
  }

  /// The frame, or who must draw it. Waits while another collage draws it.
  func claim(_ key: Key, of photo: PhotoAddress) -> Claim {
    while true {
      let settled = DispatchSemaphore(value: 0)
      let claim: Claim? = state.withLock { state in
        if let frame = state.frames.value(for: key) { return .known(frame) }
        if state.waiting[key]?.append(settled) != nil { return nil }
        guard state.needs[photo, default: 0] > 1 else { return .unshared }
        state.waiting[key] = []
        return .first
      }
      if let claim { return claim }
      settled.wait()
    }
  }

  /// Stores a claimed frame; nil when it could not be drawn: then the next caller that needs it
  /// tries itself.
  func settle(_ key: Key, of photo: PhotoAddress, with frame: DrawnFrame?) {
    let waiting: [DispatchSemaphore] = state.withLock { state in
      guard let waiting = state.waiting.removeValue(forKey: key) else { return [] }
      guard let frame else { return waiting }
      let bytes = frame.bytes
      // Threads that wait must find it, however little room there is.
      guard !waiting.isEmpty || (bytes <= state.frames.limit && state.needs[photo, default: 0] > 1)
      else {
        return waiting
      }
      state.frames.insert(frame, for: key, cost: bytes)
      state.keys[photo, default: []].insert(key)
      return waiting
    }
    for settled in waiting { settled.signal() }
  }
}
