internal import Files
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Some photos of one folder in a few allocations: 32 bytes a photo and its name twice, plus the
/// facts that are read from headers later.
final class PhotoBlock: Sendable {
  /// The maximum number of photos in a block. A larger folder becomes several blocks, so that its
  /// first photos are known before its last name is read.
  static let capacity = 1024

  /// The folder's path.
  private let folderBytes: [UInt8]
  private let folderKey: PathKey
  /// What lies beside the photos.
  let sidecars: FolderSidecars
  let names: PackedNames
  let pictures: [ScannedPicture]
  /// The paths in the form in which a search compares them.
  let foldedPaths: FoldedPaths
  /// The facts read from headers so far; empty until the first is read.
  private let facts = Locked<[PhotoFacts?]>([])

  init(_ folder: ScannedFolder, _ photos: [(name: some Collection<UInt8>, picture: ScannedPicture)])
  {
    folderBytes = folder.bytes
    folderKey = PathKey(folderBytes)
    sidecars = folder.sidecars
    var names = PackedNames()
    for photo in photos { names.append { $0 += photo.name } }
    names.trim()
    self.names = names
    pictures = photos.map(\.picture)
    foldedPaths = FoldedPaths(folder: folder.relativeBytes, names)
  }

  /// Collects the photos of a folder.
  struct Builder {
    let folder: ScannedFolder
    /// The maximum number of files that go into the next block.
    var limit = capacity
    private var names = PackedNames()
    /// Files that are called as pictures are and couldn't be opened.
    private(set) var unopened: UnopenedPhotos?

    init(_ folder: ScannedFolder) { self.folder = folder }

    var isFull: Bool { names.count >= limit }

    /// Adds a file of the folder, which may turn out not to be a photo.
    mutating func append(_ name: Span<UInt8>) {
      names.append { bytes in
        for index in name.indices { bytes.append(name[index]) }
      }
    }

    /// The photos among the files added since the last call; nil if there are none.
    ///
    /// - Parameters:
    ///   - query: files that can't match it, judging by their paths, are skipped without being
    ///     read; nil to skip none.
    ///   - open: the folder.
    mutating func takeBlock(
      _ query: SearchQuery?, in open: borrowing OpenFolder, _ cancellation: Cancellation
    ) -> PhotoBlock? {
      defer { names = PackedNames() }
      let candidates =
        query?.places(in: FoldedPaths(folder: folder.relativeBytes, names))
        ?? PhotoSet(first: names.count)
      var photos: [(name: ArraySlice<UInt8>, picture: ScannedPicture)] = []
      candidates.forEach { place in
        let name = names[place]
        guard !cancellation.isCancelled, let component = FilePath.Component(name.span) else {
          return
        }
        do throws(Errno) {
          guard let picture = try ScannedPicture(component, in: open) else { return }
          photos.append((name, picture))
        } catch {
          // What has vanished meanwhile, and what a broken link names, is no photo.
          guard error != .noSuchFileOrDirectory, PictureNames.isPicture(component) else { return }
          note(UnopenedPhotos(count: 1, path: folder.path.appending(component), errno: error))
        }
      }
      return photos.isEmpty ? nil : PhotoBlock(folder, photos)
    }

    private mutating func note(_ photos: UnopenedPhotos) {
      unopened = photos.joining(unopened)
    }
  }

  var count: Int { pictures.count }

  /// The folder's path, byte for byte.
  var folder: ArraySlice<UInt8> { folderBytes[...] }

  /// The facts in a photo's header; read when they are first needed, then kept.
  ///
  /// - Cost: the first time, that of reading a `PhotoHeader`.
  func facts(_ index: Int, isCancelled: @escaping () -> Bool) -> PhotoFacts {
    if let known = facts.withLock({ $0.isEmpty ? nil : $0[index] }) { return known }
    let found = PhotoFacts(
      of: IndexedPhoto(block: self, index: index), sidecars, isCancelled: isCancelled)
    guard !isCancelled() else { return found }
    facts.withLock { facts in
      if facts.isEmpty { facts = Array(repeating: nil, count: count) }
      facts[index] = found
    }
    return found
  }

  /// The facts that are known without reading a header; nil for a photo whose header wasn't read
  /// yet. Empty if none was.
  var knownFacts: [PhotoFacts?] { facts.withLock { $0 } }

  /// Below zero if the first of two names comes first in natural order, in which 2.jpg comes before
  /// 10.jpg.
  func compareName(_ index: Int, with other: PhotoBlock, _ otherIndex: Int) -> Int32 {
    unsafe names.withBytes(index) { name in
      unsafe foldedPaths.names.withBytes(index) { folded in
        unsafe other.names.withBytes(otherIndex) { otherName in
          unsafe other.foldedPaths.names.withBytes(otherIndex) { otherFolded in
            unsafe NaturalOrder.compare(name, folded: folded, otherName, folded: otherFolded)
          }
        }
      }
    }
  }

  /// Compares the folders' paths in natural order, likewise.
  func compareFolder(with other: PhotoBlock) -> Int32 {
    if self === other || folderBytes == other.folderBytes { return 0 }
    return folderKey < other.folderKey ? -1 : 1
  }
}
