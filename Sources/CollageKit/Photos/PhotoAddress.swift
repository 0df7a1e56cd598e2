internal import Files
package import SystemPackage

/// Where the user says that a photo is. What a word or an argument names is decided here.
package enum PhotoAddress: Hashable, Sendable, ExpressibleByStringLiteral {
  case file(FilePath)
  case web(PhotoURL)

  /// - Parameters:
  ///   - bytes: as they were typed, since `FilePath` merges repeated slashes.
  ///   - path: what they name if they are a path. The name of an existing file is no URL: names are
  ///     literal.
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

  /// What `init(_:path:)` takes: a path, or a URL with all secrets; byte for byte.
  package var bytes: [UInt8] {
    switch self {
    case .file(let path): path.bytes
    case .web(let url): url.bytes
    }
  }

  /// A file's base name; the whole URL of a photo from the web, without secrets. Bytes that aren't
  /// UTF-8 are replaced.
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

  /// Nil for a file.
  package var url: PhotoURL? { if case .web(let url) = self { url } else { nil } }

  /// A file's path.
  package init(stringLiteral path: String) { self = .file(FilePath(path)) }
}
