internal import SystemPackage

/// What a thumbnail is made from.
enum ThumbnailOrigin: Sendable {
  case file(IndexedPhoto)
  /// A file that was downloaded from the web.
  case copy(DownloadedFile)

  var path: FilePath {
    switch self {
    case .file(let photo): photo.path
    case .copy(let copy): copy.path
    }
  }

  /// The path under which the desktop's store has it; nil if it isn't stored there.
  var storedPath: [UInt8]? {
    switch self {
    case .file(let photo): photo.pathBytes
    case .copy: nil
    }
  }
}
