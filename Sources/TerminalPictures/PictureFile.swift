package import PhotoCodecs

/// Small picture files for terminals that show true pixels.
package enum PictureFile {
  /// A PNG of the whole raster.
  ///
  /// - Throws: `outOfMemory`.
  package static func png(of raster: Raster) throws(CodecError) -> [UInt8] {
    try PixelBands(raster, as: .png(.default)).encoded()
  }
}
