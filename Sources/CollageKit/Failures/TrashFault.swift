package import SystemPackage

/// Why a file can't be moved to the trash.
package enum TrashFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no place for a trash.
  case noPlace
  /// The trash is a link or somebody else's folder.
  case notOwned(FilePath)
  /// Another run of this program is working in it.
  case busy(FilePath)
  case failed(FilePath, Errno)

  package var description: String {
    switch self {
    case .noPlace: "there is no trash for this file system"
    case .notOwned(let path): "\(path.displayed) is a folder you don't own"
    case .busy(let path): "another run is using \(path.displayed)"
    case .failed(let path, let errno): "\(path.displayed): \(errno)"
    }
  }
}
