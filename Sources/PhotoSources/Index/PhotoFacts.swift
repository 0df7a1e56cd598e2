internal import Files
package import Imaging
package import PhotoCodecs
internal import SystemPackage

/// What a search may need of a photo: of its header, its sidecars and its name.
package struct PhotoFacts: Hashable, Sendable {
  /// The upright size in pixels; nil if the header can't be read.
  package let size: PixelSize?
  /// When it was taken, and what its owner said of it.
  package let owner: OwnerFacts

  /// Wide enough for any picture within the limits that a user can set for a collage, and far from
  /// overflowing.
  private static let limits = DecodeLimits(pixels: 1 << 40)

  /// A file that has vanished, is damaged, or is no longer a picture has no size, and says nothing.
  init(of photo: IndexedPhoto, _ sidecars: FolderSidecars, isCancelled: @escaping () -> Bool) {
    let header = Self.header(of: photo.path, isCancelled: isCancelled)
    size = header?.size
    let name = photo.name.bytes
    let beside = sidecars.facts(of: name)
    owner = OwnerFacts(
      header?.facts ?? StatedFacts(), sidecar: beside.xmp, takeout: beside.takeout, name: name,
      modified: photo.modifiedTime)
  }

  private static func header(
    of path: FilePath, isCancelled: @escaping () -> Bool
  ) -> PhotoHeader? {
    guard let file = try? PhotoFile.open(path) else { return nil }
    return try? PhotoHeader(of: file, limits: limits, isCancelled: isCancelled)
  }
}
