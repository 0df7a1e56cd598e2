/// Which thumbnail: of a photo as the scan saw it, so that a changed one gets another key; or of a
/// URL's picture.
struct ThumbnailKey: Hashable, Sendable {
  /// Of the file, or the URL's.
  let path: [UInt8]
  var fileSize = 0
  var modified = 0
  var size: ThumbnailSize

  /// This one, then those of larger thumbnails of the same photo.
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
