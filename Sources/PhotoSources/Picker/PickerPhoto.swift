package import SystemPackage

/// A photo that a picker shows. Two are equal if they are the same photo, even if more is known of
/// one.
package enum PickerPhoto: Sendable {
  /// A file that a scan has found. It may have changed or vanished since.
  case file(IndexedPhoto)
  /// A picture that a search on the web has found.
  case web(WebPhoto)

  /// Identifies a photo, even across scans.
  package enum ID: Hashable, Sendable {
    case file(FilePath)
    /// By its URL.
    case web(String)
  }

  /// - Cost: makes the path.
  package var id: ID {
    switch self {
    case .file(let photo): .file(photo.path)
    case .web(let photo): .web(photo.url)
    }
  }
}

extension PickerPhoto: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
