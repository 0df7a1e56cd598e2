internal import Files
internal import Glibc
internal import PhotoSources
internal import SystemPackage

/// Recognises outputs that are the same file under different names and links, by their real folder
/// and their name in it.
///
/// Reads each folder once; after that an output costs no system call.
struct OutputPlaces: Sendable {
  /// Identifies the files of a folder.
  private struct Folder: Sendable {
    /// Equal for all paths of the same folder.
    let key: [UInt8]
    /// The names in it that are symbolic links; nil if they aren't known.
    let links: Set<FilePath.Component>?
    /// Whether `A.jpg` and `a.jpg` are the same file here; nil until that has been tried.
    var ignoresSpelling: Bool?
  }

  /// How many folders are remembered; above that, all are forgotten.
  private static let maxFolders = 1024
  private var folders: [FilePath: Folder] = [:]
  private let ignoresSpelling: @Sendable (FilePath) -> Bool

  /// - Parameter ignoresSpelling: whether a folder's file system treats names that differ in case
  ///   as the same.
  init(ignoresSpelling: @escaping @Sendable (FilePath) -> Bool = Self.ignoresSpelling) {
    self.ignoresSpelling = ignoresSpelling
  }

  /// A key that is equal for two outputs if they are the same file. A symbolic link has the key of
  /// its target.
  mutating func key(of output: FilePath) -> [UInt8] {
    guard let name = output.lastComponent else { return output.bytes }
    let folder = folder(output.folder)
    if folder.links?.contains(name) ?? true, let place = Self.place(ofLink: output),
      place != output
    {
      return key(self.folder(place.folder), place.lastComponent ?? name)
    }
    return key(folder, name)
  }

  /// Where a link leads, also if nothing is there yet: an earlier job may write that.
  private static func place(ofLink path: FilePath) -> FilePath? {
    var path = path
    // As many as Linux follows.
    for _ in 0..<40 {
      if let place = try? FileSystem.resolved(path) { return place }
      guard let target = try? FileSystem.target(ofLink: path) else {
        return (try? FileSystem.resolved(path.folder)).flatMap { folder in
          path.lastComponent.map { folder.appending($0) }
        }
      }
      path = path.folder.pushing(target)
    }
    return nil
  }

  /// Whether an output is in the library under a name of the form that the library uses.
  mutating func isAsset(_ output: FilePath, of library: FilePath) -> Bool {
    guard let name = output.lastComponent, Asset(name, in: library) != nil else { return false }
    return folder(output.folder).key == folder(library).key
  }

  /// A key that is equal for two outputs if some file system could treat their names as the same:
  /// they differ only in case, or in composed and decomposed accents.
  mutating func foldedKey(of output: FilePath) -> [UInt8] {
    let key = key(of: output)
    // Few names need more than the letters of which `TextFolding` knows.
    guard let text = String(validating: key, as: UTF8.self), !text.utf8.allSatisfy({ $0 < 0x80 })
    else { return TextFolding.folded(key) }
    return TextFolding.folded(NameFolding.folded(text.utf8).utf8)
  }

  /// Whether the file system of an output's folder treats such names as the same. Tried once for
  /// each folder, because nothing else tells.
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
    // Nothing can have such a path, and looking for its parents would take long.
    if path.length >= PATH_MAX { return Folder(key: path.bytes, links: []) }
    if folders.count >= Self.maxFolders { folders = [:] }
    let folder = read(path)
    folders[path] = folder
    return folder
  }

  private func read(_ path: FilePath) -> Folder {
    // A missing folder has the key of its nearest existing parent, extended by the missing names.
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

  /// Creates an empty file in the folder, looks for it under another spelling, and removes it. True
  /// if that can't be tried: in doubt, no file is overwritten.
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
      // Nothing can be written into a folder that doesn't exist.
      return error != .noSuchFileOrDirectory && error != .notDirectory
    }
  }
}
