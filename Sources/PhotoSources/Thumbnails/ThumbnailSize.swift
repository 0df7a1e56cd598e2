/// A size of thumbnails in the freedesktop thumbnail store; the raw value is the limit of the
/// longer side in pixels.
package enum ThumbnailSize: Int, CaseIterable, Sendable {
  case normal = 128
  case large = 256
  case xLarge = 512
  case xxLarge = 1024

  /// The smallest size that needn't be enlarged to fill this many pixels; if there is none, the
  /// largest.
  package static func covering(_ pixels: Int) -> ThumbnailSize {
    allCases.first { $0.rawValue >= pixels } ?? .xxLarge
  }
}
