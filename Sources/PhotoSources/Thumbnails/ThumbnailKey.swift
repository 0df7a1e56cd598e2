/// Identifies a thumbnail: of a photo in the state in which a scan saw it, so that a changed photo
/// has another key, or of the picture at a URL.
struct ThumbnailKey: Hashable, Sendable {
  /// The file's path, or the URL.
  let path: [UInt8]
  var fileSize = 0
  var modified = 0
  var changed = 0
  var size: ThumbnailSize

  /// This key, then those of larger thumbnails of the same photo.
  var orLarger: [ThumbnailKey] {
    ThumbnailSize.allCases.filter { $0.rawValue >= size.rawValue }.map { size in
      var key = self
      key.size = size
      return key
    }
  }
}

extension ThumbnailKey {
  init(_ photo: IndexedPhoto, _ size: ThumbnailSize) {
    let picture = photo.block.pictures[photo.index]
    self.init(
      path: photo.pathBytes, fileSize: picture.size, modified: picture.modified,
      changed: picture.changed, size: size)
  }
}
