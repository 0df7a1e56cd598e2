internal import Glibc
internal import PhotoSources
package import PhotoCodecs
package import SystemPackage

/// Remembers where the photos of saved collages are: for each one a symbolic link, whose name holds the photo's digest and
/// a hash of its name, and whose target is its path. So copies under different names are remembered side by side. Recipes name no folders, since collages are shared and folders are private.
///
/// Entries are hints: a lost one only means that a photo has to be looked for, a wrong one is detected by the photo's own
/// digest. So the folder may be removed at any time, several programs may note at once, and each may be killed at any
/// moment. At most 16,384 places are kept; then the oldest are dropped.
package struct PhotoPlaces: Hashable, Sendable {
  package let folder: FilePath
  /// Where relative paths of photos start.
  private let workingFolder: FilePath

  /// The limit of entries in each of the 256 folders, which are named by the first byte of the digests.
  static let maxPerFolder = 64

  /// - Parameters:
  ///   - folder: absolute; it is created when needed, accessible to its owner only.
  ///   - workingFolder: absolute, or nothing relative is noted.
  package init(folder: FilePath, relativeTo workingFolder: FilePath) {
    self.folder = folder
    self.workingFolder = workingFolder
  }

  /// Where the photo was when it was noted last; nil for a photo that is not remembered under this name. Costs a system
  /// call.
  package func path(of digest: Digest, named name: String) -> FilePath? { target(of: link(to: digest, named: name)) }

  /// Where the photo and copies of it were, under whatever names. Reads a folder.
  package func copies(of digest: Digest) -> [FilePath] {
    let folder = folder(of: digest)
    let prefix = Array(digest.hexadecimal.utf8.dropFirst(2))
    let names = try? FileSystem.names(in: folder) { name in
      name.count > prefix.count && prefix.indices.allSatisfy { name[$0] == prefix[$0] }
    }
    return (names ?? []).compactMap { target(of: folder.appending($0)) }
  }

  /// Remembers a photo's path. Failures are ignored. Costs a system call for what is known, else a few; nothing waits for
  /// the disk.
  package func note(_ path: FilePath, of digest: Digest) {
    let place = workingFolder.pushing(path)
    let link = link(to: digest, named: path.lastComponent?.string ?? "")
    guard place.isAbsolute, target(of: link) != place else { return }
    switch makeLink(link, to: place) {
    case nil: dropOldest(in: folder(of: digest))
    case .fileExists:
      try? FileSystem.remove(link)
      _ = makeLink(link, to: place)
    case .noSuchFileOrDirectory:
      try? folder(of: digest).makePrivateFolders()
      _ = makeLink(link, to: place)
    default: break
    }
  }

  private func folder(of digest: Digest) -> FilePath { folder.appending(digest.bytes.prefix(1).hexadecimal) }

  private func link(to digest: Digest, named name: String) -> FilePath {
    let hash = String(NameHash(name).value, radix: 16).prefix(8)
    return folder(of: digest).appending("\(digest.bytes.dropFirst().hexadecimal)-\(hash)")
  }

  private func makeLink(_ link: FilePath, to target: FilePath) -> Errno? {
    let result = unsafe target.withPlatformString { target in
      unsafe link.withPlatformString { unsafe symlink(target, $0) }
    }
    return result == 0 ? nil : Errno(rawValue: errno)
  }

  /// An absolute path; nil for anything else.
  private func target(of link: FilePath) -> FilePath? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe link.withPlatformString { link in
        unsafe readlink(link, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    guard count > 0, count < buffer.count, buffer[0] == UInt8(ascii: "/") else { return nil }
    return FilePath(bytes: Array(buffer[..<count]))
  }

  /// Makes room where there are too many entries: a quarter more than needed, since looking at all takes longer than
  /// counting them.
  private func dropOldest(in folder: FilePath) {
    var count = 0
    _ = try? FileSystem.entries(in: folder) { _, _ in
      count += 1
      return false
    }
    guard count > Self.maxPerFolder, let entries = try? FileSystem.entries(in: folder) else { return }
    let dated = entries.compactMap { entry -> (path: FilePath, seconds: Int, nanoseconds: Int)? in
      let path = folder.appending(entry.name)
      guard let time = (try? FileSystem.status(path, followsLinks: false))?.rawValue.st_mtim else { return nil }
      return (path, time.tv_sec, time.tv_nsec)
    }
    let oldest = dated.sorted { ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds) }
    for entry in oldest.dropLast(Self.maxPerFolder * 3 / 4) { try? FileSystem.remove(entry.path) }
  }
}
