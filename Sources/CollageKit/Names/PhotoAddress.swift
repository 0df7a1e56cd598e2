internal import Files
package import SystemPackage

/// The place of a photo as the user gives it. Whether a word or an argument is a path or a URL is
/// decided here.
package enum PhotoAddress: Hashable, Sendable, ExpressibleByStringLiteral {
  case file(FilePath)
  case web(PhotoURL)

  /// - Parameters:
  ///   - bytes: as they were typed, because `FilePath` merges repeated slashes.
  ///   - path: the path that they are, unless they are a URL. The name of an existing file is never
  ///     a URL, because names are literal.
  package init(_ bytes: [UInt8], path: FilePath) {
    if let url = PhotoURL(bytes), (try? path.stat()) == nil {
      self = .web(url)
    } else {
      self = .file(path)
    }
  }

  /// For display on one line, without secrets.
  package var displayed: String {
    switch self {
    case .file(let path): path.displayed
    case .web(let url): url.shown
    }
  }

  /// The argument of `init(_:path:)`: a path, or a URL with all secrets, byte for byte.
  package var bytes: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .web(let url): url.bytes
    }
  }

  /// A file's base name, or the whole URL of a photo from the web, without secrets. Bytes that are
  /// not UTF-8 are replaced.
  package var recordedName: String {
    switch self {
    case .file(let path): path.lastComponent?.string ?? ""
    case .web(let url): url.displayed
    }
  }

  /// The last component of the path, byte for byte.
  package var name: [UInt8]? {
    switch self {
    case .file(let path): path.lastComponent?.bytes
    case .web(let url): FilePath(url.displayed).lastComponent?.bytes
    }
  }

  /// Nil for a URL.
  package var file: FilePath? { if case .file(let path) = self { path } else { nil } }

  /// Nil for a file.
  package var url: PhotoURL? { if case .web(let url) = self { url } else { nil } }

  /// A file's path.
  package init(stringLiteral path: String) { self = .file(FilePath(path)) }
}
