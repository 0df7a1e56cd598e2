extension Raster {
  /// The same picture turned by a quarter, clockwise.
  package func turnedRight() throws(OutOfMemory) -> Raster {
    let turned = try Raster(
      canvas: size.transposed, filledWith: .transparent, in: colourSpace,
      except: [PixelRect(size.transposed)])
    for y in 0..<size.height {
      // A row becomes a column, the first one that on the right.
      var source = unsafe pixels + y * stride
      var target =
        unsafe turned.pixels + (size.height - 1 - y) * Self.bytesPerPixel
      for _ in 0..<size.width {
        unsafe target.update(from: source, count: Self.bytesPerPixel)
        unsafe source += Self.bytesPerPixel
        unsafe target += turned.stride
      }
    }
    return turned
  }

  /// Copies a picture of the same colour space to a place; what is outside this raster is left out.
  package func copy(_ picture: Raster, atX x: Int, y: Int) {
    precondition(picture.colourSpace == colourSpace)
    let place = PixelRect(picture.size).moved(x: x, y: y)
    guard let shown = place.intersection(PixelRect(size)) else { return }
    copy(shown.moved(x: -x, y: -y), of: picture, to: shown)
  }
}
