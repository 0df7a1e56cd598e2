package import Imaging
package import PhotoCodecs

/// A small picture of a whole photo.
package struct Thumbnail: Sendable {
  /// Upright, in sRGB, and opaque: transparent photos are shown on the loader's background. A photo
  /// smaller than the requested size isn't enlarged.
  package let raster: Raster
}

/// Why there is no thumbnail of a photo. `description` leaves out the photo's path.
package enum ThumbnailError: Error, Hashable, Sendable {
  /// The file has vanished, can't be read, or is no longer a regular file.
  case notOpened(PhotoFileError)
  /// The photo is damaged, exceeds a limit, or could not be read to its end. Never `cancelled`.
  case notDecoded(CodecError)
}

extension ThumbnailError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notOpened(let error): error.description
    case .notDecoded(let error): error.description
    }
  }
}
