internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import ThreadPool

/// Draws photos while faces are still being looked for in others: each right after the search in
/// it, when the picture that was decoded for that is still there. So only as many decoded pictures
/// are in memory as there are threads, instead of one for every photo.
///
/// Looking and drawing meet only here. `FaceFinder` reports each photo as soon as it was searched,
/// and knows nothing of drawing. `FaceKeeper` then says where its faces put it in the layout that
/// is tried first, which no other photo influences, and this draws it there. When the plan is
/// composed, `Composer` continues on the same canvas if the frames are still the same, and draws
/// each photo that is missing or that is placed differently now. So the pixels never depend on what
/// was drawn early, and whoever has to know faces before there is a layout leaves this out: then
/// the pictures stay in `Resources.pictures` until they are drawn, as far as there is room.
final class EarlyDrawing: DraftDrawing {
  private struct State {
    /// Nil without room for one.
    var canvas: EarlyCanvas?
    /// Counts the canvas among the decoded pictures.
    var share: PictureShare?
    var isStopped = false
  }

  private let made: MadeOptions
  private let resources: Resources
  private let bleed: Int
  private let keepsHDR: Bool
  private let frames: FrameCache?
  private let state = Locked(State())

  /// - Parameters:
  ///   - bleed: in pixels.
  ///   - frames: shared with other collages; nil when none are shared.
  init(
    _ made: MadeOptions, _ resources: Resources, bleed: Int, keepsHDR: Bool,
    sharing frames: FrameCache?
  ) {
    self.made = made
    self.resources = resources
    self.bleed = bleed
    self.keepsHDR = keepsHDR
    self.frames = frames
  }

  /// Allocates a canvas for a layout, unless there is already one with such frames. Without
  /// room for it, nothing is drawn early.
  func begin(_ placements: [Placement], on canvas: PixelSize) {
    guard
      let plan = try? SizedPlan(
        placements, in: made.options.pictures.template?.template, on: canvas, made, bleed: bleed),
      state.withLock({ $0.canvas?.plan.bounds }) != plan.bounds
    else { return }
    _ = take()
    let supply = DecodedPhotos(
      plan, made.options, resources, keepsHDR: keepsHDR, sharing: frames)
    let bytes =
      Raster.bytes(of: plan.size) + (supply.hasGains ? GainPlane.bytes(of: plan.size) : 0)
    guard let share = resources.pictures.share(bytes),
      let canvas = try? PhotoCanvas(for: plan, supply)
    else { return }
    state.withLock { state in
      state.canvas = EarlyCanvas(plan: plan, supply: supply, canvas: canvas)
      state.share = share
    }
  }

  /// Their pictures are worth more for the other layout.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Draws a photo, unless it is placed several times. What goes wrong will show when the plan is
  /// composed.
  func draw(
    _ place: Int, _ placement: Placement, _ spare: SpareThreads,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    guard let early = state.withLock({ $0.isStopped ? nil : $0.canvas }),
      early.plan.uses(of: placement.photo) == 1
    else { return }
    let bled = placement.bled(place, by: bleed, on: early.plan.canvas, made)
    guard bled.frame.bounds == early.plan.bounds[place] else { return }
    let drawn = early.supply.drawn(
      bled, in: [bled.frame], on: early.canvas, spare, isCancelled: isCancelled)
    guard let photo = try? drawn.get() else { return }
    let drawnPhoto = EarlyPhoto(
      frame: bled.frame, key: early.supply.key(of: bled), photo: photo)
    state.withLock { $0.canvas?.drawn[place] = drawnPhoto }
  }

  /// Hands over what was drawn; nil if there is no canvas.
  func take() -> EarlyCanvas? {
    state.withLock { state in
      defer { (state.canvas, state.share) = (nil, nil) }
      return state.canvas
    }
  }
}

/// A canvas with some photos on it.
struct EarlyCanvas: Sendable {
  fileprivate let plan: SizedPlan
  fileprivate let supply: DecodedPhotos
  fileprivate let canvas: PhotoCanvas
  /// By place.
  fileprivate var drawn: [Int: EarlyPhoto] = [:]

  fileprivate init(plan: SizedPlan, supply: DecodedPhotos, canvas: PhotoCanvas) {
    self.plan = plan
    self.supply = supply
    self.canvas = canvas
  }

  /// The canvas, if a plan can be drawn on it; nil if the plan needs one of its own.
  ///
  /// - Parameter supply: of the same options; then knows which photos needn't be drawn again.
  func canvas(for plan: SizedPlan, _ supply: inout DecodedPhotos) -> PhotoCanvas? {
    guard plan.size == self.plan.size, plan.bounds == self.plan.bounds,
      self.supply.drawsSameGains(as: supply)
    else { return nil }
    supply.early = drawn
    return canvas
  }
}

/// A photo that was drawn before its collage was composed.
struct EarlyPhoto: Sendable {
  let frame: Frame
  /// Decides which pixels it has there.
  let key: FrameCache.Key
  let photo: DrawnPhoto

  /// Whether it looks like the photo of a placement.
  func shows(_ placement: Placement, _ key: FrameCache.Key) -> Bool {
    frame == placement.frame && self.key == key
  }
}

extension SizedPlan {
  /// Of the frames.
  fileprivate var bounds: [PixelRect] { frames.map(\.bounds) }

  /// How many frames show a photo.
  fileprivate func uses(of photo: Photo) -> Int {
    placements.count { $0.photo.identity == photo.identity }
  }
}
