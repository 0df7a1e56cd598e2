internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

/// A picture above the photos: a template, or an overlay.
package struct PlacedLayer: Hashable, Sendable {
  let picture: OpenedPicture
  /// The part of the picture that is shown, in its pixels.
  let shown: Region
  /// Where it lies on the canvas; inside it.
  let area: PixelRect
}

extension PlacedLayer {
  /// A template, which fills the canvas.
  init(_ template: Template, on canvas: PixelSize) {
    self.init(
      picture: template.picture, shown: Region(template.size), area: PixelRect(canvas))
  }

  /// The least distance of an overlay from the edges, as a share of the canvas's short side.
  private static let overlayDistance = Length.percent(2.5)

  /// An overlay; nil if it was not read.
  ///
  /// - Parameter place: where it lies if that isn't given.
  init?(
    _ overlay: OverlayChoice, at place: OverlayPlace, on canvas: PixelSize,
    _ options: CollageOptions
  ) {
    guard let picture = overlay.picture else { return nil }
    func pixels(_ length: Length) -> Int {
      length.wholePixels(
        onShortSide: min(canvas.width, canvas.height), of: options.layout.canvas)
    }
    let distance = max(
      pixels(options.layout.margin), pixels(Self.overlayDistance), options.safePixels)
    let placed = overlay.placed(
      picture.size, at: overlay.place ?? place, on: canvas, of: options.layout.canvas,
      distance: distance)
    self.init(picture: picture, shown: placed.shown, area: placed.area)
  }

  /// Draws the picture, or takes it if it was drawn in this size before.
  func drawn(
    in space: ColourSpace, _ limits: DecodeLimits, _ layers: LayerStore,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(PhotoError) -> Raster {
    try layers.layer(
      of: picture, showing: shown, at: area.size, in: space, limits, isCancelled: isCancelled)
  }
}

extension Raster {
  /// Lays a layer over what is drawn.
  ///
  /// - Parameter gains: this raster's, which the layer covers; nil for none.
  func lay(
    _ layer: Raster, at area: PixelRect, covering gains: GainPlane? = nil,
    with resources: Resources
  ) {
    resources.forEach(below: area.height) { y, _ in
      lay(row: y, of: layer, at: area)
      gains?.cover(withRow: y, of: layer, at: area)
    }
  }
}
