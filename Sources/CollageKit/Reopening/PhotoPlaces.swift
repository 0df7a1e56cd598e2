internal import Files
internal import Glibc
package import PhotoCodecs
package import SystemPackage

/// Remembers where the photos of saved collages are: for each one a symbolic link, whose name holds
/// the photo's digest and a hash of its name, and whose target is its path. So copies under
/// different names are remembered side by side. Recipes name no folders, since collages are shared
/// and folders are private.
///
/// Entries are hints: a lost one only means that a photo has to be looked for, a wrong one is
/// detected by the photo's own digest. So the folder may be removed at any time, several programs
/// may note at once, and each may be killed at any moment. At most 16,384 places are kept; then the
/// oldest are dropped.
package struct PhotoPlaces: Hashable, Sendable {
  package let folder: FilePath
  /// Where relative paths of photos start.
  private let workingFolder: FilePath

  /// The limit of entries in each of the 256 folders, which are named by the first byte of the
  /// digests.
  static let maxPerFolder = 64

  /// - Parameters:
  ///   - folder: absolute; it is created when needed, accessible to its owner only.
  ///   - workingFolder: absolute, or nothing relative is noted.
  package init(folder: FilePath, relativeTo workingFolder: FilePath) {
    self.folder = folder
    self.workingFolder = workingFolder
  }

  /// Where the photo was when it was last noted; nil if it isn't remembered under this name. Costs
  /// a system call.
  package func path(of digest: Digest, named name: String) -> FilePath? {
    target(of: link(to: digest, named: name))
  }

  /// Where the photo and copies of it were, under whatever names. Reads a folder.
  package func copies(of digest: Digest) -> [FilePath] {
    let folder = folder(of: digest)
    let prefix = Array(digest.hexadecimal.utf8.dropFirst(2))
    let names = try? OpenFolder.open(folder).names { $0.starts(with: prefix) }
    return (names ?? []).compactMap { target(of: folder.appending($0)) }
  }

  /// Remembers a photo's path. Failures are ignored. Costs a few system calls, one for what is
  /// known.
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
      // It is a hint only.
    }
  }

  /// Opens the folder for a photo, which is made where it does not exist. A link in its place is
  /// not followed.
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

  /// An absolute path; nil for anything else.
  private func target(of link: FilePath) -> FilePath? {
    guard let target = try? FileSystem.target(ofLink: link), target.isAbsolute else { return nil }
    return target
  }

  /// Whether a name has the form of those given by `link(to:named:)`.
  private static func isEntry(_ name: FilePath.Component) -> Bool {
    let parts = name.string.utf8.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 62 && (1...8).contains(parts[1].count)
  }
}
