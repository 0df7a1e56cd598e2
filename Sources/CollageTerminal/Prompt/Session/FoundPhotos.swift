internal import CollageKit
internal import SystemPackage

/// The photos that lines and words name, according to the disk; none of them has been read yet.
struct FoundPhotos: Sendable {
  /// A folder given in place of the pictures in it.
  struct Folder: Hashable, Sendable {
    let path: FilePath
    let pictures: [FilePath]
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
      case .addresses(let named): addresses += named
      case .bare(let line):
        if let words = line.namedPhotos { add(words) } else { complaints.append(line.complaint) }
      }
    }
  }

  /// A word that is taken literally, neither as a pattern nor as a folder. Looks at the disk.
  init(literal word: PathWord) { addresses = [word.address] }

  private mutating func add(_ words: [PathWord]) {
    for word in words {
      if let pictures = word.pictures, !pictures.isEmpty {
        folders.append(Folder(path: word.path, pictures: pictures))
        addresses += pictures.map(PhotoAddress.file)
      } else {
        addresses += word.photos
      }
    }
  }
}
