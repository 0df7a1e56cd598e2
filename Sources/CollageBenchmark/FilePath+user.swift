import FoundationEssentials
import Glibc
import SystemPackage

extension FilePath {
  /// A path from the command line, made absolute, because programs are run in other working folders.
  init(fromUser path: String) {
    self = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
  }

  /// Removes this file if it exists.
  func removeFile() { _ = unsafe withPlatformString { unsafe unlink($0) } }
}
