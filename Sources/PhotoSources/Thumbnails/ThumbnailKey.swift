/// Which thumbnail: of a photo as the scan saw it, so that a changed one gets another key.
struct ThumbnailKey: Hashable, Sendable {
  private let path: [UInt8]
  private let fileSize: Int
  private let modified: Int
  let size: ThumbnailSize

  init(_ photo: IndexedPhoto, _ size: ThumbnailSize) {
    self.init(
      path: photo.pathBytes, fileSize: photo.fileSize, modified: photo.block.picture(photo.index).modified, size: size)
  }

  /// - Parameter url: of a small picture of a photo on the web.
  init(url: String, _ size: ThumbnailSize) {
    self.init(path: Array(url.utf8), fileSize: 0, modified: 0, size: size)
  }

  private init(path: [UInt8], fileSize: Int, modified: Int, size: ThumbnailSize) {
    self.path = path
    self.fileSize = fileSize
    self.modified = modified
    self.size = size
  }

  /// This one, then those of larger thumbnails of the same photo.
  var orLarger: [ThumbnailKey] {
    ThumbnailSize.allCases.filter { $0.rawValue >= size.rawValue }.map { size in
      ThumbnailKey(path: path, fileSize: fileSize, modified: modified, size: size)
    }
  }
}
