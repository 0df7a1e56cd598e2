/// Identifies a thumbnail: of a photo in the state in which a scan saw it, so that a changed photo
/// has another key, or of the picture at a URL.
struct ThumbnailKey: Hashable, Sendable {
  /// The file's path, or the URL.
  let path: [UInt8]
  var fileSize = 0
  var modified = 0
  var size: ThumbnailSize

  /// This key, then those of larger thumbnails of the same photo.
  var orLarger: [ThumbnailKey] {
    ThumbnailSize.allCases.filter { $0.rawValue >= size.rawValue }.map { size in
      ThumbnailKey(path: path, fileSize: fileSize, modified: modified, size: size)
    }
  }
}

extension ThumbnailKey {
  init(_ photo: IndexedPhoto, _ size: ThumbnailSize) {
    self.init(
      path: photo.pathBytes, fileSize: photo.fileSize,
      modified: photo.block.pictures[photo.index].modified, size: size)
  }
}
