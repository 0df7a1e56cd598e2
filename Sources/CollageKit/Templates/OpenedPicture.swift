package import Imaging
package import PhotoCodecs

/// A picture beside the photos that was read for a collage: its template, or what lies above it.
package struct OpenedPicture: Hashable, Sendable {
  package let photo: Photo
  /// Of the file's bytes.
  package let digest: Digest

  package var size: PixelSize { photo.size }
}
