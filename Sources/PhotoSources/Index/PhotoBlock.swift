internal import CLinux
internal import Files
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Some photos of one folder in a few allocations: 32 bytes a photo and its name twice, plus what
/// is read of its header later.
final class PhotoBlock: Sendable {
  /// How many photos a block holds at most. A larger folder becomes several blocks, so that its
  /// first photos are known before its last name is read.
  static let capacity = 1024

  /// The folder's path, closed by a zero byte.
  private let folderBytes: [UInt8]
  let names: PackedNames
  let pictures: [ScannedPicture]
  /// As a search compares them.
  let foldedPaths: FoldedPaths
  /// What is known of headers; empty until the first is read.
  private let facts = Locked<[PhotoFacts?]>([])

  init(_ folder: ScannedFolder, _ photos: [(name: some Collection<UInt8>, picture: ScannedPicture)])
  {
    folderBytes = folder.bytes + [0]
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
    /// How many files the next block is made of at most.
    var limit = capacity
    private var names = PackedNames()

    init(_ folder: ScannedFolder) { self.folder = folder }

    var isFull: Bool { names.count >= limit }

    /// Adds a file of the folder, which may be none of a photo.
    mutating func append(_ name: Span<UInt8>) {
      names.append { bytes in
        for index in name.indices { bytes.append(name[index]) }
      }
    }

    /// The photos among the files that were added since the last time; nil when there are none.
    ///
    /// - Parameters:
    ///   - query: files that can't meet it by their paths are left out unread; nil for none.
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
        guard !cancellation.isCancelled, let component = FilePath.Component(name.span),
          let picture = ScannedPicture(component, in: open)
        else { return }
        photos.append((name, picture))
      }
      return photos.isEmpty ? nil : PhotoBlock(folder, photos)
    }
  }

  var count: Int { pictures.count }

  /// The folder's path, byte for byte.
  var folder: ArraySlice<UInt8> { folderBytes.dropLast() }

  /// What the photo's header says. Read when it is first needed, and then kept.
  ///
  /// - Cost: the first time that of `PhotoHeader`.
  func facts(_ index: Int, isCancelled: @escaping () -> Bool) -> PhotoFacts {
    if let known = facts.withLock({ $0.isEmpty ? nil : $0[index] }) { return known }
    let found = PhotoFacts(
      of: IndexedPhoto(block: self, index: index).path, isCancelled: isCancelled)
    guard !isCancelled() else { return found }
    facts.withLock { facts in
      if facts.isEmpty { facts = Array(repeating: nil, count: count) }
      facts[index] = found
    }
    return found
  }

  /// What is known of the headers, without reading any: nil for a photo whose header was not read
  /// yet. Empty when none was.
  var knownFacts: [PhotoFacts?] { facts.withLock { $0 } }

  /// Below zero if the first of two names comes first in natural order, in which 2.jpg comes before
  /// 10.jpg.
  func compareName(_ index: Int, with other: PhotoBlock, _ otherIndex: Int) -> Int32 {
    Self.compare(
      names.bytes, from: Int(names.starts[index]), other.names.bytes,
      from: Int(other.names.starts[otherIndex]))
  }

  /// The same for the folders' paths.
  func compareFolder(with other: PhotoBlock) -> Int32 {
    self === other ? 0 : Self.compare(folderBytes, from: 0, other.folderBytes, from: 0)
  }

  /// - Parameters: text closed by zero bytes, and where the two texts begin.
  private static func compare(
    _ first: [UInt8], from firstStart: Int, _ second: [UInt8], from secondStart: Int
  ) -> Int32 {
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        let first = unsafe UnsafeRawPointer(first.baseAddress! + firstStart)
        let second = unsafe UnsafeRawPointer(second.baseAddress! + secondStart)
        return unsafe strverscmp(
          first.assumingMemoryBound(to: CChar.self), second.assumingMemoryBound(to: CChar.self))
      }
    }
  }
}
