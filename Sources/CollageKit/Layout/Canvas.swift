package import PhotoCodecs

/// The size of a collage.
package enum Canvas: Hashable, Sendable {
  /// The proportions that the layout has by itself, so that nothing needs to be cropped; `longSide` is in pixels.
  case auto(longSide: Int)
  case fixed(PixelSize)

  /// In pixels.
  package static let defaultLongSide = 2400
}
