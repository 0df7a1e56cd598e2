package import Imaging

extension Raster {
  /// Draws part of another raster into a frame of this one, rotated, and resampled in linear light.
  ///
  /// - Parameter region: in pixels of the other raster.
  package func draw(
    _ source: Raster, showing region: Region, turned turn: Turn = .none, into frame: Frame
  ) {
    let orientation = turn.orientation
    let writer = FrameWriter(
      frame: frame, of: self, orientation: orientation, source: source.colourSpace.rgb)
    let resampler = Resampler(
      region, of: source.size, to: orientation.applied(to: frame.size), depth: .eight,
      isOpaque: true,
      curves: source.colourSpace.rgb.curves, writer: writer)
    for row in resampler.rows {
      let pixels =
        unsafe source.pixels + row * source.stride + resampler.columns.lowerBound
        * Self.bytesPerPixel
      unsafe resampler.push(UnsafeRawPointer(pixels))
    }
    resampler.finish()
  }
}
