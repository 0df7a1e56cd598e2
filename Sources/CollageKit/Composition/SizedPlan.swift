internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// A plan at the size at which it is drawn: the whole canvas with its bleed, or a small one.
struct SizedPlan: Sendable {
  /// Of all that is drawn, in pixels.
  let size: PixelSize
  /// The canvas to which lengths refer, without its bleed, and before it is reduced.
  let canvas: PixelSize
  /// What is drawn beyond the canvas at each side, in pixels.
  var bleed = 0
  /// By which the canvas is reduced.
  var scale = 1.0
  /// On the canvas with its bleed, before it is reduced.
  let placements: [Placement]
  /// The frames of the placements as they are drawn.
  let frames: [Frame]
  var texts: PlacedTexts?
  /// Above photos and texts, the lowest first.
  var layers: [PlacedLayer] = []
  /// Which pixels show which photo; nil where each fills its frame.
  var openings: OpeningMap?

  /// Photos, and texts, on a canvas of this size.
  init(_ placements: [Placement], _ texts: PlacedTexts? = nil, on canvas: PixelSize) {
    size = canvas
    self.canvas = canvas
    self.placements = placements
    frames = placements.map(\.frame)
    self.texts = texts
  }

  /// The whole plan.
  ///
  /// - Parameter bleed: in pixels; 0 for none.
  /// - Throws: `outOfMemory`.
  init(_ plan: CollagePlan, _ made: MadeOptions, bleed: Int) throws(CollageError) {
    let canvas = plan.layout.canvas
    try self.init(plan.placements, in: plan.template, on: canvas, made, bleed: bleed)
    guard bleed > 0 else {
      (texts, layers) = (plan.texts, plan.layers)
      return
    }
    texts = plan.texts?.moved(by: bleed, onto: frames.map(\.bounds))
    layers = plan.layers.map { $0.moved(by: bleed, on: canvas) }
  }

  /// The photos of a plan alone.
  ///
  /// - Parameters:
  ///   - template: whose openings they are in; nil for none.
  ///   - bleed: in pixels; 0 for none.
  /// - Throws: `outOfMemory`.
  init(
    _ placements: [Placement], in template: Template?, on canvas: PixelSize, _ made: MadeOptions,
    bleed: Int
  ) throws(CollageError) {
    self.bleed = bleed
    self.canvas = canvas
    openings = try template?.map(on: canvas)
    size = PixelSize(width: canvas.width + 2 * bleed, height: canvas.height + 2 * bleed)
    self.placements = placements.enumerated().map { place, placement in
      placement.bled(place, by: bleed, on: canvas, made)
    }
    frames = self.placements.map(\.frame)
  }

  /// The plan on a smaller canvas, without its bleed; nil where that is too small for a photo.
  ///
  /// - Throws: `outOfMemory`.
  init?(_ plan: CollagePlan, reducedTo size: PixelSize) throws(CollageError) {
    guard let frames = try plan.frames(on: size) else { return nil }
    let layout = plan.layout
    self.size = size
    self.frames = frames
    canvas = layout.canvas
    scale = Double(size.width) / Double(layout.canvas.width)
    placements = plan.placements
    texts = plan.texts?.scaled(layout, to: size)
    layers = plan.layers.map { layer in
      PlacedLayer(
        picture: layer.picture, shown: layer.shown, area: layout.scaled(layer.area, to: size))
    }.filter { $0.area.isInside(size) }
    openings = try plan.template?.map(on: size)
  }
}

extension Placement {
  /// The same on a canvas with a bleed.
  ///
  /// - Parameters:
  ///   - place: of the photo, from 0.
  ///   - bleed: in pixels; 0 for none.
  func bled(
    _ place: Int, by bleed: Int, on canvas: PixelSize, _ made: MadeOptions
  ) -> Placement {
    if bleed == 0 { return self }
    let options = made.options
    return extended(
      by: bleed, beyond: canvas,
      keepsWhole: options[photo: place].keepsWhole || options.layout.fit == .whole,
      options.colour.fidelity)
  }
}

extension PlacedLayer {
  /// One that covers the canvas goes on to the edge of the bleed.
  fileprivate func moved(by bleed: Int, on canvas: PixelSize) -> PlacedLayer {
    guard area == PixelRect(canvas) else {
      return PlacedLayer(picture: picture, shown: shown, area: area.moved(x: bleed, y: bleed))
    }
    let around = FrameInsets(left: bleed, top: bleed, right: bleed, bottom: bleed)
    let whole = area.moved(x: bleed, y: bleed).widened(by: around)
    return PlacedLayer(
      picture: picture, shown: Region(filling: whole.size, from: picture.size), area: whole)
  }
}
