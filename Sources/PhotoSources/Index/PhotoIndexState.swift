package import SystemPackage

/// What an index holds at one moment. A value: it stays as it is while the index grows.
package struct PhotoIndexState: Sendable {
  /// In no order.
  private(set) var blocks: [PhotoBlock] = []
  package private(set) var photoCount = 0
  /// Whether every folder has been read.
  package internal(set) var isComplete = false
  /// How many folders could not be read, or not to their end; these are left out.
  package private(set) var unreadableFolders = 0
  /// One of them, for a message; nil when there is none.
  package private(set) var unreadableExample: PhotoIndexError?

  mutating func append(_ finding: FolderScan.Finding) {
    switch finding {
    case .photos(let block):
      blocks.append(block)
      photoCount += block.count
    case .unreadable(let folder, let errno):
      unreadableFolders += 1
      unreadableExample = unreadableExample ?? PhotoIndexError(folder: folder, errno: errno)
    }
  }
}

/// Why a folder can't be read.
package struct PhotoIndexError: Error, Hashable, Sendable {
  package let folder: FilePath
  package let errno: Errno
}
