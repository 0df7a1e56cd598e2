internal import CollageKit
internal import SystemPackage

/// The photos that lines and words name, according to the disk; none of them has been read yet.
struct FoundPhotos: Sendable {
  /// A folder given in place of the pictures in it.
  struct Folder: Hashable, Sendable {
    let path: FilePath
    let pictures: [FilePath]
    /// How many collages of this program are left out.
    let collageCount: Int
  }

  private(set) var addresses: [PhotoAddress] = []
  /// The errors for lines that name no file.
  private(set) var complaints: [String] = []
  /// The folders that were named.
  private(set) var folders: [Folder] = []

  /// Looks at the disk, which can be slow.
  init(_ lines: [PhotoLine]) {
    for line in lines {
      switch line {
      case .words(let words): add(words)
      case .addresses(let named): for address in named { add(address) }
      case .bare(let line):
        if let words = line.namedPhotos { add(words) } else { complaints.append(line.error) }
      }
    }
  }

  /// A word that is taken literally, neither as a pattern nor as a folder. Looks at the disk.
  init(literal word: PathWord) { addresses = [word.address] }

  /// Words that are chosen from later: folders stay what they are.
  init(unexpanded words: [PathWord]) { addresses = PathWord.typed(words).flatMap(\.photos) }

  /// The first of the files alone, so many at most, and nothing from the web.
  func files(atMost count: Int) -> FoundPhotos {
    var found = self
    found.addresses = Array(addresses.lazy.filter { $0.url == nil }.prefix(count))
    return found
  }

  private mutating func add(_ words: [PathWord]) {
    for word in PathWord.typed(words) {
      for address in word.photos { add(address) }
    }
  }

  private mutating func add(_ address: PhotoAddress) {
    guard let path = address.file, let found = PictureFolder.photos(in: path) else {
      addresses.append(address)
      return
    }
    folders.append(
      Folder(path: path, pictures: found.photos, collageCount: found.collageCount))
    addresses += found.photos.map(PhotoAddress.file)
  }
}
