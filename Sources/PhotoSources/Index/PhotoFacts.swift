package import Imaging
package import PhotoCodecs
internal import SystemPackage

/// What a photo's header says that a search may ask for.
package struct PhotoFacts: Hashable, Sendable {
  /// The upright size in pixels; nil if the header can't be read.
  package let size: PixelSize?
  /// When the photo was taken, by the camera's clock; nil if EXIF doesn't say.
  package let taken: LocalTime?

  /// Wide enough for any picture that a collage's own limit can be raised to, and far from
  /// overflowing.
  private static let limits = DecodeLimits(pixels: 1 << 40)

  /// A file that has vanished, was damaged, or is no longer a picture, has neither size nor date.
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
