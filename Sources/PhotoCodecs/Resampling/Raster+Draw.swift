extension Raster {
  /// Draws part of another raster into a frame of this one, resampled in linear light.
  package func draw(_ source: Raster, showing region: Region, into frame: PixelRect) {
    let writer = FrameWriter(frame: frame, of: self, orientation: .up, source: source.colourSpace.rgb)
    let resampler = Resampler(
      region, of: source.size, to: frame.size, depth: .eight, isOpaque: true, curves: source.colourSpace.rgb.curves,
      writer: writer)
    for row in resampler.rows {
      let pixels = unsafe source.pixels + row * source.stride + resampler.columns.lowerBound * Self.bytesPerPixel
      unsafe resampler.push(UnsafeRawPointer(pixels))
    }
    resampler.finish()
  }
}
