package import SystemPackage

/// The jobs can't be read.
package struct BatchSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: FilePath
  package let errno: Errno

  package init(path: FilePath, errno: Errno) {
    self.path = path
    self.errno = errno
  }

  package var description: String {
    switch errno {
    case .noSuchFileOrDirectory:
      "\(path.displayed): there is no such file or folder; check the path"
    case .permissionDenied: "\(path.displayed): can't be read; check its permissions"
    default: "\(path.displayed): reading the jobs failed: \(errno)"
    }
  }
}
