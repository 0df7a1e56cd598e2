internal import Files
package import SystemPackage

/// The contents of an index at one moment. A value: it doesn't change while the index grows.
package struct PhotoIndexState: Sendable {
  /// Unsorted.
  private(set) var blocks: [PhotoBlock] = []
  package private(set) var photoCount = 0
  /// How many collages of this program were left out.
  package private(set) var collageCount = 0
  /// Whether every folder has been read.
  package internal(set) var isComplete = false
  /// Nil when every folder could be read.
  package private(set) var unreadable: UnreadableFolders?

  /// Where what is found of the photos is stored; nil to leave the disk alone.
  var records: PhotoRecords?

  /// Nil when every photo could be opened.
  package private(set) var unopened: UnopenedPhotos?

  mutating func append(_ finding: FolderScan.Finding) {
    switch finding {
    case .photos(let block):
      blocks.append(block)
      photoCount += block.count
    case .collages(let count): collageCount += count
    case .unopened(let photos): unopened = photos.joining(unopened)
    case .unreadable(let folder, let errno):
      unreadable = UnreadableFolders(
        count: (unreadable?.count ?? 0) + 1,
        example: unreadable?.example ?? PhotoIndexError(folder: folder, errno: errno))
    }
  }
}

/// Photos that could not be opened, and are left out.
package struct UnopenedPhotos: Hashable, Sendable {
  /// 1 or more.
  package let count: Int
  /// The first of them in the order of their paths, and why it can't be opened.
  package let path: FilePath
  package let errno: Errno

  /// These and others.
  func joining(_ others: UnopenedPhotos?) -> UnopenedPhotos {
    guard let others else { return self }
    let first = path.bytes.lexicographicallyPrecedes(others.path.bytes) ? self : others
    return UnopenedPhotos(count: count + others.count, path: first.path, errno: first.errno)
  }
}

/// Folders that could not be read, or not to their end, and were skipped.
package struct UnreadableFolders: Hashable, Sendable {
  /// 1 or more.
  package let count: Int
  package let example: PhotoIndexError
}

/// Why a folder can't be read.
package struct PhotoIndexError: Error, Hashable, Sendable {
  package let folder: FilePath
  package let errno: Errno
}
