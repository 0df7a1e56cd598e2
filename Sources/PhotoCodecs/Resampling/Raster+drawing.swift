package import Imaging

extension Raster {
  /// Draws part of another raster into a frame of this one, rotated, and resampled in linear light.
  ///
  /// - Parameters:
  ///   - region: in pixels of the other raster.
  ///   - keepsAlpha: whether the other raster may be transparent, and the frame becomes so.
  package func draw(
    _ source: Raster, showing region: Region, turned turn: Turn = .none, into frame: Frame,
    keepsAlpha: Bool = false, tone: Tone = .none
  ) {
    let orientation = turn.orientation
    let place = FramePlace(of: region, in: frame)
    let writer = FrameWriter(
      frame: frame, of: self, orientation: place.tilted == nil ? orientation : .up,
      source: source.colourSpace.rgb, background: keepsAlpha ? .transparent : .white,
      tone: tone)
    let curves = source.colourSpace.rgb.curves
    let resampler: any RowSink =
      if let tilted = place.tilted {
        TiltedResampler(
          place.shown, of: source.size, to: tilted, orientation, depth: .eight,
          isOpaque: !keepsAlpha, curves: curves, writer: writer)
      } else {
        Resampler(
          place.shown, of: PixelRect(source.size), to: orientation.applied(to: frame.size),
          depth: .eight, isOpaque: !keepsAlpha, curves: curves, writer: writer)
      }
    for row in resampler.rows {
      let pixels =
        unsafe source.pixels + row * source.stride + resampler.columns.lowerBound
        * Self.bytesPerPixel
      unsafe resampler.push(UnsafeRawPointer(pixels))
    }
    resampler.finish()
  }
}
