internal import Files
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
package import SystemPackage

/// The pictures in a folder: files with a picture's file extension, except hidden ones.
package enum PictureFolder {
  package static let fileExtensions = PictureNames.fileExtensions

  /// The pictures in natural order, in which 2.jpg comes before 10.jpg. Doesn't enter subfolders.
  package static func pictures(in folder: FilePath) throws(Errno) -> [FilePath] {
    try OpenFolder.open(folder).names()
      .map { folder.appending($0) }
      .filter(isPicture)
      .sortedNaturally { $0 }
  }

  /// The pictures and the subfolders of a folder, each in natural order, without hidden ones and
  /// those that are left out. A link counts as a file.
  static func contents(
    of folder: FilePath, without exclusions: PhotoExclusions = PhotoExclusions()
  ) throws(Errno) -> Contents {
    let entries = try OpenFolder.open(folder)
      .entries { name, _ in
        name[0] != UInt8(ascii: ".") && !exclusions.excludes(Array(copying: name))
      }
      .map { (path: folder.appending($0.name), isFolder: $0.type == .directory) }
      .sortedNaturally(by: \.path)
    return Contents(
      pictures: entries.filter { !$0.isFolder && isPicture($0.path) }.map(\.path),
      folders: entries.filter(\.isFolder).map(\.path))
  }

  struct Contents {
    let pictures: [FilePath]
    let folders: [FilePath]
  }

  /// The photos in a folder that is named among photos; nil for what is no folder, can't be read,
  /// or has none, so that opening it as a photo tells why.
  package static func photos(in folder: FilePath) -> FolderPictures? {
    try? pictures(at: .file(folder), FolderReading(), Cancellation())
  }

  /// The pictures that are taken of a folder.
  ///
  /// - Throws: when the folder itself can't be read.
  static func pictures(
    in folder: FilePath, _ reading: FolderReading, _ cancellation: Cancellation
  ) throws(Errno) -> FolderPictures {
    let found =
      reading.isRecursive
      ? try allPictures(in: folder, excluding: reading.library) : try pictures(in: folder)
    return FolderPictures(found, reading, cancellation)
  }

  /// The pictures in a folder and all folders below it, those of a folder before those of its
  /// subfolders, each in natural order. Subfolders that a search would leave out are left out;
  /// links to folders aren't followed.
  ///
  /// - Parameter library: a folder that is left out below the first; nil for none.
  /// - Throws: when the folder itself can't be read.
  static func allPictures(
    in folder: FilePath, excluding library: FilePath? = nil
  ) throws(Errno) -> [FilePath] {
    let excluded = library.flatMap { try? FileID($0.stat()) }
    let contents = try Self.contents(of: folder)
    var found = contents.pictures
    var waiting = contents.folders
    var next = 0
    while next < waiting.count {
      let folder = waiting[next]
      next += 1
      let marker = folder.appending(PhotoExclusions.marker)
      guard (try? marker.stat()) == nil,
        excluded == nil || (try? FileID(folder.stat())) != excluded,
        let inner = try? Self.contents(of: folder)
      else { continue }
      found += inner.pictures
      waiting += inner.folders
    }
    return found
  }

  /// A possible completion of a partly typed path.
  package struct Entry: Hashable, Sendable {
    /// The bytes of the last component.
    package let name: [UInt8]
    package let isFolder: Bool
  }

  /// The pictures and subfolders of a folder whose names begin like this, in natural order; hidden
  /// ones only if the beginning starts with a dot. Empty if the folder can't be read.
  package static func entries(in folder: FilePath, beginning: [UInt8]) -> [Entry] {
    let showsHidden = beginning.first == UInt8(ascii: ".")
    let names = try? OpenFolder.open(folder).names { name in
      (showsHidden || name[0] != UInt8(ascii: ".")) && name.starts(with: beginning)
    }
    return (names ?? []).map { folder.appending($0) }.sortedNaturally { $0 }.compactMap { path in
      let name = path.lastComponent?.bytes ?? []
      let isFolder = (try? path.stat())?.type == .directory
      return isFolder || isPicture(path) ? Entry(name: name, isFolder: isFolder) : nil
    }
  }

  /// Whether a name has a picture's file extension. The format itself is decided by the first
  /// bytes.
  package static func isPicture(_ path: FilePath) -> Bool {
    guard let name = path.lastComponent, !name.string.hasPrefix(".") else { return false }
    return fileExtensions.contains(name.extension?.lowercased() ?? "")
  }
}
