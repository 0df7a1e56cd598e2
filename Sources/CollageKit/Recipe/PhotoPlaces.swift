internal import Files
internal import Glibc
package import PhotoCodecs
package import SystemPackage

/// Remembers where the photos of saved collages are, because recipes name no folders: collages are
/// shared, and folders are private. For each photo there is a symbolic link to its path, whose name
/// contains the photo's digest and a hash of its name, so that copies under different names are
/// remembered side by side.
///
/// Entries are only hints: if one is lost, the photo has to be searched for, and a wrong one is
/// detected by the photo's digest. So the folder may be removed at any time, several programs may
/// write to it at once, and each may be killed at any moment. At most 16,384 places are kept; above
/// that the oldest are dropped.
package struct PhotoPlaces: Hashable, Sendable {
  package let folder: FilePath
  /// Where relative paths of photos start.
  private let workingFolder: FilePath

  /// The maximum number of entries in each of the 256 folders, which are named by the first byte of
  /// the digests.
  static let maxPerFolder = 64

  /// - Parameters:
  ///   - folder: absolute; created when needed, readable by this user only.
  ///   - workingFolder: absolute; otherwise relative paths aren't remembered.
  package init(folder: FilePath, relativeTo workingFolder: FilePath) {
    self.folder = folder
    self.workingFolder = workingFolder
  }

  /// Where the photo was when it was last remembered; nil if it isn't under this name. Costs one
  /// system call.
  package func path(of digest: Digest, named name: String) -> FilePath? {
    target(of: link(to: digest, named: name))
  }

  /// Where the photo and copies of it were, under any name. Reads a folder.
  package func copies(of digest: Digest) -> [FilePath] {
    let folder = folder(of: digest)
    let prefix = Array(digest.hexadecimal.utf8.dropFirst(2))
    let names = try? OpenFolder.open(folder).names { $0.starts(with: prefix) }
    return (names ?? []).compactMap { target(of: folder.appending($0)) }
  }

  /// Remembers a photo's path; failures are ignored. Costs a few system calls, or one if the path
  /// is already known.
  package func note(_ path: FilePath, of digest: Digest) {
    let place = workingFolder.pushing(path)
    let link = link(to: digest, named: path.lastComponent?.string ?? "")
    guard place.isAbsolute, target(of: link) != place, let folder = try? openFolder(of: digest)
    else { return }
    let name = link.lastComponent!
    do throws(Errno) {
      try folder.makeLink(name, to: place)
      try folder.dropOldestLinks(ifMoreThan: Self.maxPerFolder, where: Self.isEntry)
    } catch .fileExists {
      try? folder.remove(name)
      try? folder.makeLink(name, to: place)
    } catch {
      // An entry is only a hint.
    }
  }

  /// Opens the folder for a photo, and creates it if it doesn't exist. A link in its place is not
  /// followed.
  private func openFolder(of digest: Digest) throws(Errno) -> OpenFolder {
    let path = folder(of: digest)
    do throws(Errno) {
      return try OpenFolder.open(folder).folder(path.lastComponent!)
    } catch .noSuchFileOrDirectory {
      try FileSystem.makePrivateFolders(path)
      return try OpenFolder.open(folder).folder(path.lastComponent!)
    }
  }

  private func folder(of digest: Digest) -> FilePath {
    folder.appending(digest.bytes.prefix(1).hexadecimal)
  }

  private func link(to digest: Digest, named name: String) -> FilePath {
    let hash = String(NameHash(name).value, radix: 16).prefix(8)
    return folder(of: digest).appending("\(digest.bytes.dropFirst().hexadecimal)-\(hash)")
  }

  /// The absolute path that a link leads to; nil for anything else.
  private func target(of link: FilePath) -> FilePath? {
    guard let target = try? FileSystem.target(ofLink: link), target.isAbsolute else { return nil }
    return target
  }

  /// Whether a name has the form that `link(to:named:)` gives.
  private static func isEntry(_ name: FilePath.Component) -> Bool {
    let parts = name.string.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 62 && (1...8).contains(parts[1].count)
  }
}
