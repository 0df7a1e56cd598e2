import FoundationEssentials
import SystemPackage

extension FilePath {
  /// A path from the command line, made absolute, because programs are run in other working folders.
  init(fromUser path: String) {
    self = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
  }
}
