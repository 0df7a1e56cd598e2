package import Imaging
package import PhotoCodecs

/// A small picture of a whole photo.
package struct Thumbnail: Sendable {
  /// Upright, in sRGB, opaque: photos with transparency are shown on the loader's background.
  /// Photos that are smaller than the size asked for aren't enlarged.
  package let raster: Raster
}

/// Why there is no thumbnail of a photo. `description` leaves out the photo's path.
package enum ThumbnailError: Error, Hashable, Sendable {
  /// The file has vanished, can't be read, or is no regular file any more.
  case notOpened(PhotoFileError)
  /// The photo is broken, beyond a limit, or could not be read to its end. Never `cancelled`.
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
