/// Makes the light of a photo's HDR rendition of its rows: linear luminances, where 1 is white in
/// standard dynamic range.
protocol LightSource: AnyObject {
  /// Writes a row's light.
  ///
  /// - Parameters:
  ///   - row: the samples as decoded, from the first column on that is resampled.
  ///   - words: the same in the collage's colours; nil where they need no conversion before they
  ///     are resampled.
  ///   - index: the row's in the decoded picture.
  ///   - count: of pixels.
  ///   - light: one value for each pixel, `stride` apart.
  func write(
    _ row: UnsafeRawPointer, _ words: UnsafeRawPointer?, index: Int, count: Int,
    to light: UnsafeMutablePointer<Float>)
}

extension LightSource {
  /// From one pixel's light to the next.
  static var stride: Int { 4 }
}
