package import Imaging
package import PhotoCodecs
internal import SystemPackage

/// What a search may need of a photo's header.
package struct PhotoFacts: Hashable, Sendable {
  /// The upright size in pixels; nil if the header can't be read.
  package let size: PixelSize?
  /// When the photo was taken, by the camera's clock; nil if EXIF doesn't say.
  package let taken: LocalTime?

  /// Wide enough for any picture within the limits that a user can set for a collage, and far from
  /// overflowing.
  private static let limits = DecodeLimits(pixels: 1 << 40)

  /// A file that has vanished, is damaged, or is no longer a picture has neither a size nor a date.
  init(of path: FilePath, isCancelled: @escaping () -> Bool) {
    guard let file = try? PhotoFile.open(path),
      let header = try? PhotoHeader(of: file, limits: Self.limits, isCancelled: isCancelled)
    else {
      (size, taken) = (nil, nil)
      return
    }
    size = header.size
    taken = header.taken
  }

  /// When the photo was taken, or if EXIF doesn't say, when its file was last changed.
  func date(of picture: ScannedPicture) -> LocalTime? {
    taken ?? LocalTime(unixTime: picture.modified)
  }
}
