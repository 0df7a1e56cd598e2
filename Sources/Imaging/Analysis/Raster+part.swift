extension Raster {
  /// A copy of a part of the picture, for analysis.
  ///
  /// - Parameter area: inside the picture, not empty.
  package func part(_ area: PixelRect) throws(OutOfMemory) -> Raster {
    precondition(area.isInside(size) && area.width > 0 && area.height > 0)
    let target = PixelSize(width: area.width, height: area.height)
    let whole = PixelRect(x: 0, y: 0, width: area.width, height: area.height)
    let result = try Raster(
      canvas: target, filledWith: .white, in: colourSpace, except: [whole])
    result.copy(area, of: self, to: whole)
    return result
  }
}
