internal import CLinux
internal import Files
internal import Glibc
internal import SystemPackage

/// Finds outputs that are one file under different names and links, by their real folder and their name in it.
///
/// Reads each folder once; after that an output costs no system call.
struct OutputPlaces: Sendable {
  /// What identifies the files of a folder.
  private struct Folder: Sendable {
    /// The same for all names of one folder.
    let key: [UInt8]
    /// The names in it that are symbolic links; nil when that is unknown.
    let links: Set<FilePath.Component>?
    /// Whether `A.jpg` and `a.jpg` are one file.
    let ignoresCase: Bool
  }

  /// How many folders are remembered; after that all are forgotten.
  private static let maxFolders = 1024
  private var folders: [FilePath: Folder] = [:]
  private let ignoresCase: @Sendable (FilePath) -> Bool

  /// - Parameter ignoresCase: whether a folder's file system treats names that differ in case as the same.
  init(ignoresCase: @escaping @Sendable (FilePath) -> Bool = Self.ignoresCase) { self.ignoresCase = ignoresCase }

  /// The same key for two outputs that are one file. A symbolic link counts as the file that it leads to.
  mutating func key(of output: FilePath) -> [UInt8] {
    guard let name = output.lastComponent else { return output.bytes }
    let folder = folder(output.folder)
    if folder.links?.contains(name) ?? true, let place = try? FileSystem.resolved(output), place != output {
      return key(self.folder(place.folder), place.lastComponent ?? name)
    }
    return key(folder, name)
  }

  /// Whether an output is in the library under a name of the form that the library uses.
  mutating func isAsset(_ output: FilePath, of library: FilePath) -> Bool {
    guard let name = output.lastComponent, Asset(name, in: library) != nil else { return false }
    return folder(output.folder).key == folder(library).key
  }

  private func key(_ folder: Folder, _ name: FilePath.Component) -> [UInt8] {
    let bytes = name.bytes
    let text = folder.ignoresCase ? Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8) : bytes
    return folder.key + [UInt8(ascii: "/")] + text
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
        let links = try? OpenFolder.open(existing).entries { _, type in type == nil || type == .symbolicLink }
        return Folder(
          key: Array(key.utf8) + rest.bytes,
          links: missing.isEmpty ? links.map { Set($0.filter { $0.type == .symbolicLink }.map(\.name)) } : [],
          ignoresCase: ignoresCase(existing))
      }
      guard existing != ".", let name = existing.lastComponent else {
        return Folder(key: path.bytes, links: [], ignoresCase: false)
      }
      if name.kind != .currentDirectory { missing.append(name) }
      existing = existing.folder
    }
  }

  private static func ignoresCase(_ folder: FilePath) -> Bool {
    guard let folder = try? OpenFolder.open(folder) else { return false }
    let descriptor = folder.descriptor
    var system = statfs()
    // FAT, exFAT and Windows' shares.
    if unsafe fstatfs(descriptor.rawValue, &system) == 0,
      [0x4D44, 0x2011_BAB0, 0xFF53_4D42, 0xFE53_4D42].contains(UInt32(truncatingIfNeeded: system.f_type))
    {
      return true
    }
    // A folder of a Linux file system may be set to ignore case: FS_IOC_GETFLAGS, FS_CASEFOLD_FL.
    var flags = 0
    return unsafe ioctl(descriptor.rawValue, 0x8008_6601, &flags) == 0 && flags & 0x4000_0000 != 0
  }
}
