package import PhotoCodecs

/// Small picture files for terminals that show true pixels.
package enum PictureFile {
  /// A PNG of the whole raster.
  ///
  /// - Throws: `outOfMemory`.
  package static func png(of raster: Raster) throws(CodecError) -> [UInt8] {
    var encoder = try PhotoEncoder(PixelBands(raster, as: .png(.default)), recipe: nil)
    var file: [UInt8] = []
    while let bytes = try encoder.nextBytes() { file += bytes }
    return file
  }
}
