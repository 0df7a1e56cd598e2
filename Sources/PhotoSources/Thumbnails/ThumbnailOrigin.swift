internal import SystemPackage

/// What a thumbnail is made from.
enum ThumbnailOrigin: Sendable {
  case file(IndexedPhoto)
  /// What was fetched from the web.
  case copy(DownloadedFile)

  var path: FilePath {
    switch self {
    case .file(let photo): photo.path
    case .copy(let copy): copy.path
    }
  }

  /// The path by which the desktop's store knows it; nil for what isn't stored there.
  var storedPath: [UInt8]? {
    switch self {
    case .file(let photo): photo.pathBytes
    case .copy: nil
    }
  }
}
