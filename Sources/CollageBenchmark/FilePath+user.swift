import FoundationEssentials
import Glibc
import SystemPackage

extension FilePath {
  /// A path as the user wrote it, made absolute: programs run in other folders than ours.
  init(fromUser path: String) {
    self = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
  }

  /// Removes this file if it is there.
  func removeFile() { _ = unsafe withPlatformString { unsafe unlink($0) } }
}
