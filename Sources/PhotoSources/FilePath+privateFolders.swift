internal import Glibc
package import SystemPackage

extension FilePath {
  /// Makes the folder at this path, and those above it, for this user alone where they are missing.
  ///
  /// - Throws: the error of the first folder that can't be made; nothing when there is one already, whatever it is.
  package func makePrivateFolders() throws(Errno) {
    do throws(Errno) {
      try makePrivateFolder()
    } catch .noSuchFileOrDirectory where !removingLastComponent().isEmpty && removingLastComponent() != self {
      try removingLastComponent().makePrivateFolders()
      try makePrivateFolder()
    }
  }

  private func makePrivateFolder() throws(Errno) {
    guard unsafe withPlatformString({ unsafe mkdir($0, 0o700) }) != 0, errno != EEXIST else { return }
    throw Errno(rawValue: errno)
  }
}
