internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// What is drawn when all photos of a canvas are, always in this order: the decoration around them,
/// the texts, the layers above all.
struct Finishing: Sendable {
  /// The radius of the photos' corners as they are drawn, in pixels.
  let cornerRadius: Double
  private let plan: SizedPlan
  private let decoration: Decoration?
  private let opaque: [Bool]
  private let shadesSpecks: Bool

  /// - Parameters:
  ///   - opaque: for each frame, whether nothing shows through its photo.
  ///   - shadesSpecks: whether specks in the background of texts are shaded.
  init(_ plan: SizedPlan, _ options: CollageOptions, opaque: [Bool], shadesSpecks: Bool) {
    self.plan = plan
    self.opaque = opaque
    self.shadesSpecks = shadesSpecks
    decoration = Decoration(options, of: plan)
    let shortSide = min(plan.canvas.width, plan.canvas.height)
    cornerRadius =
      options.decoration.cornerRadius.pixels(onShortSide: shortSide, of: options.layout.canvas)
      * plan.scale
  }

  /// - Parameters:
  ///   - letters: nil for none that are still to be laid.
  ///   - layers: those of the plan, drawn.
  func draw(
    _ letters: DrawnTexts?, below layers: [Raster], on canvas: PhotoCanvas,
    with resources: Resources
  ) {
    let (raster, gains) = (canvas.raster, canvas.gains)
    decoration?.draw(around: plan.frames, opaque: opaque, on: raster, gains, with: resources)
    letters?.lay(
      over: raster, gains, radius: cornerRadius, shadesSpecks: shadesSpecks, with: resources)
    for (layer, placed) in zip(layers, plan.layers) {
      raster.lay(layer, at: placed.area, covering: gains, with: resources)
    }
  }
}
