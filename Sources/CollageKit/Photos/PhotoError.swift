package import PhotoCodecs
package import SystemPackage

/// What is wrong with one photo.
package struct PhotoError: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    /// It can't be opened.
    case file(PhotoFileError)
    /// It can't be decoded.
    case codec(CodecError)
  }

  package let path: FilePath
  package let cause: Cause

  package init(path: FilePath, cause: Cause) {
    self.path = path
    self.cause = cause
  }
}

extension PhotoError: CustomStringConvertible {
  package var description: String {
    switch cause {
    case .file(let error): "\(path.displayed): \(error)"
    case .codec(let error): "\(path.displayed): \(error)"
    }
  }
}
