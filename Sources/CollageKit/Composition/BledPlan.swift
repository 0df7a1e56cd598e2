internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// What is drawn of a plan: the canvas, which is what is left when the bleed is cut off, and the bleed
/// around it.
struct BledPlan {
  /// In pixels, at each side.
  let bleed: Int
  let placements: [Placement]
  let texts: PlacedTexts?
  let layers: [PlacedLayer]
  /// With the bleed.
  let size: PixelSize

  /// - Parameter bleed: in pixels; 0 for none.
  init(_ plan: CollagePlan, _ options: CollageOptions, bleed: Int) {
    self.bleed = bleed
    let canvas = plan.layout.canvas
    size = PixelSize(width: canvas.width + 2 * bleed, height: canvas.height + 2 * bleed)
    guard bleed > 0 else {
      (placements, texts, layers) = (plan.placements, plan.texts, plan.layers)
      return
    }
    placements = plan.placements.enumerated().map { place, placement in
      placement.extended(
        by: bleed, beyond: canvas,
        keepsWhole: options[photo: place].keepsWhole || options.layout.fit == .whole,
        options.colour.fidelity)
    }
    texts = plan.texts?.moved(by: bleed, onto: placements.map(\.frame.bounds))
    layers = plan.layers.map { $0.moved(by: bleed, on: canvas) }
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
