/// Makes the light that a photo's HDR rendition adds of its rows: linear luminances, where 1 is
/// that of white; premultiplied by alpha. Less than 0 where that rendition is darker.
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
