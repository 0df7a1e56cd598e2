internal import Files
internal import PhotoSources
internal import SystemPackage

/// Finds outputs that are one file under different names and links, by their real folder and their
/// name in it.
///
/// Reads each folder once; after that an output costs no system call.
struct OutputPlaces: Sendable {
  /// What identifies the files of a folder.
  private struct Folder: Sendable {
    /// The same for all names of one folder.
    let key: [UInt8]
    /// The names in it that are symbolic links; nil when that is unknown.
    let links: Set<FilePath.Component>?
    /// Whether `A.jpg` and `a.jpg` are one file; nil until that has been tried.
    var ignoresSpelling: Bool?
  }

  /// How many folders are remembered; after that all are forgotten.
  private static let maxFolders = 1024
  private var folders: [FilePath: Folder] = [:]
  private let ignoresSpelling: @Sendable (FilePath) -> Bool

  /// - Parameter ignoresSpelling: whether a folder's file system treats names that differ in case
  ///   as the same.
  init(ignoresSpelling: @escaping @Sendable (FilePath) -> Bool = Self.ignoresSpelling) {
    self.ignoresSpelling = ignoresSpelling
  }

  /// The same key for two outputs that are one file. A symbolic link counts as the file that it
  /// leads to.
  mutating func key(of output: FilePath) -> [UInt8] {
    guard let name = output.lastComponent else { return output.bytes }
    let folder = folder(output.folder)
    if folder.links?.contains(name) ?? true, let place = try? FileSystem.resolved(output),
      place != output
    {
      return key(self.folder(place.folder), place.lastComponent ?? name)
    }
    return key(folder, name)
  }

  /// Whether an output is in the library under a name of the form that the library uses.
  mutating func isAsset(_ output: FilePath, of library: FilePath) -> Bool {
    guard let name = output.lastComponent, Asset(name, in: library) != nil else { return false }
    return folder(output.folder).key == folder(library).key
  }

  /// The same key for two outputs that are one file where the file system takes some spellings of a
  /// name for the same: upper and lower case, composed and decomposed accents.
  mutating func foldedKey(of output: FilePath) -> [UInt8] {
    TextFolding.folded(key(of: output))
  }

  /// Whether the file system of an output's folder does so. It is asked, once for each folder,
  /// since it alone knows.
  mutating func ignoresSpelling(in output: FilePath) -> Bool {
    let path = output.folder
    let folder = folder(path)
    if let known = folder.ignoresSpelling { return known }
    let answer = ignoresSpelling(path)
    folders[path]?.ignoresSpelling = answer
    return answer
  }

  private func key(_ folder: Folder, _ name: FilePath.Component) -> [UInt8] {
    folder.key + [UInt8(ascii: "/")] + name.bytes
  }

  private mutating func folder(_ path: FilePath) -> Folder {
    if let folder = folders[path] { return folder }
    if folders.count >= Self.maxFolders { folders = [:] }
    let folder = read(path)
    folders[path] = folder
    return folder
  }

  private func read(_ path: FilePath) -> Folder {
    // The key of a missing folder is that of its nearest existing parent, with the missing names.
    var existing = path
    var missing: [FilePath.Component] = []
    while true {
      if let status = try? existing.stat() {
        let key = "\(status.deviceID.rawValue) \(status.inode.rawValue)"
        let rest = FilePath(root: nil, missing.reversed())
        let links = try? OpenFolder.open(existing).entries { _, type in
          type == nil || type == .symbolicLink
        }
        return Folder(
          key: Array(key.utf8) + rest.bytes,
          links: missing.isEmpty
            ? links.map { Set($0.filter { $0.type == .symbolicLink }.map(\.name)) } : [])
      }
      guard existing != ".", let name = existing.lastComponent else {
        return Folder(key: path.bytes, links: [])
      }
      if name.kind != .currentDirectory { missing.append(name) }
      existing = existing.folder
    }
  }

  /// Makes an empty file in the folder, looks for it under another spelling, and removes it. True
  /// where that can't be tried: no file is written over because of a doubt.
  private static func ignoresSpelling(_ folder: FilePath) -> Bool {
    let (temporary, others) = TemporaryFileName.spellings()
    let name = folder.appending(temporary)
    do throws(Errno) {
      let file = try FileSystem.opened(
        name, .readWrite, [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      defer { try? FileSystem.remove(name) }
      try? file.close()
      for other in others where try FileSystem.exists(folder.appending(other)) { return true }
      return false
    } catch {
      // Nothing can be written into a folder that isn't there.
      return error != .noSuchFileOrDirectory && error != .notDirectory
    }
  }
}
