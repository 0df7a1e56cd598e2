extension Raster {
  /// Copies runs of pixels of a layer, whose top left corner lies at a place of this raster.
  ///
  /// - Parameter runs: in pixels of this raster; inside both.
  package func copy(_ runs: PixelRuns, of layer: Raster, lyingAt place: PixelRect) {
    precondition(layer.colourSpace == colourSpace)
    for run in runs {
      let source = PixelRect(
        x: run.columns.lowerBound - place.x, y: run.y - place.y, width: run.columns.count, height: 1
      )
      copy(source, of: layer, to: source.moved(x: place.x, y: place.y))
    }
  }

  /// Lays a row of a picture over this raster, which shows through where the picture isn't opaque:
  /// coded values are blended, as image viewers do.
  ///
  /// - Parameters:
  ///   - y: the picture's row.
  ///   - place: where the picture's top left corner lies; what is outside the raster is left out.
  package func lay(row y: Int, of picture: Raster, at place: PixelRect) {
    precondition(picture.colourSpace == colourSpace)
    guard
      let row = PixelRect(x: place.x, y: place.y + y, width: picture.size.width, height: 1)
        .intersection(PixelRect(size))
    else { return }
    let count = row.width
    let source =
      unsafe picture.pixels + y * picture.stride + (row.x - place.x) * Self.bytesPerPixel
    let target = unsafe pixels + row.y * stride + row.x * Self.bytesPerPixel
    for offset in Swift.stride(from: 0, to: count * Self.bytesPerPixel, by: Self.bytesPerPixel) {
      let (above, below) = unsafe (source + offset, target + offset)
      let alpha = unsafe Int(above[3])
      if alpha == 0 { continue }
      if alpha == 255 {
        unsafe below.update(from: above, count: Self.bytesPerPixel)
        continue
      }
      // What is left of the pixel below, times 255.
      let left = unsafe Int(below[3]) * (255 - alpha)
      let opacity = 255 * alpha + left
      for channel in 0..<3 {
        let sum = unsafe Int(above[channel]) * 255 * alpha + Int(below[channel]) * left
        unsafe below[channel] = UInt8((sum + opacity / 2) / opacity)
      }
      unsafe below[3] = UInt8((opacity + 127) / 255)
    }
  }
}
