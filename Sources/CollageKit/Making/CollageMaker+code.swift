internal import Imaging
internal import PhotoCodecs

extension CollageMaker {
  /// Lays the QR code of a plan over all that is drawn.
  ///
  /// - Parameters:
  ///   - bleed: by which the canvas is larger at each side, in pixels.
  ///   - digits: those of the recipe's digest; nil if the code doesn't say them.
  func layCode(of plan: CollagePlan, _ digits: String?, on canvas: PhotoCanvas, bleed: Int) {
    guard let code = plan.code else { return }
    let layer = code.drawn(
      digits ?? PlacedCode.unknownDigits, side: code.area.width, in: canvas.raster.colourSpace)
    canvas.raster.lay(
      layer, at: code.area.moved(x: bleed, y: bleed), covering: canvas.gains,
      with: context.resources)
  }
}
