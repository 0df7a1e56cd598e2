internal import Glibc
package import SystemPackage

/// Remembers where the photos of saved collages are: for each one a symbolic link, whose name is the photo's digest and
/// whose target is its path. Recipes name no folders, since collages are shared and folders are private.
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

  /// The photo's path when it was noted last; nil for a photo that is not remembered. Costs a system call.
  package func path(of digest: Digest) -> FilePath? {
    guard let path = target(of: link(to: digest)), path.isAbsolute else { return nil }
    return path
  }

  /// Remembers a photo's path. Failures are ignored. Costs a system call for what is known, else some tens of
  /// microseconds; nothing waits for the disk.
  package func note(_ path: FilePath, of digest: Digest) {
    let place = workingFolder.pushing(path)
    let link = link(to: digest)
    guard place.isAbsolute, target(of: link) != place else { return }
    switch makeLink(link, to: place) {
    case nil: break
    case .fileExists:
      try? FileSystem.remove(link)
      if makeLink(link, to: place) != nil { return }
    case .noSuchFileOrDirectory:
      makeFolder(link.removingLastComponent())
      if makeLink(link, to: place) != nil { return }
    default: return
    }
    dropOldest(in: link.removingLastComponent())
  }

  private func link(to digest: Digest) -> FilePath {
    let name = digest.hexadecimal
    return folder.appending(String(name.prefix(2))).appending(String(name.dropFirst(2)))
  }

  private func makeLink(_ link: FilePath, to target: FilePath) -> Errno? {
    let result = unsafe target.withPlatformString { target in
      unsafe link.withPlatformString { unsafe symlink(target, $0) }
    }
    return result == 0 ? nil : Errno(rawValue: errno)
  }

  private func target(of link: FilePath) -> FilePath? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe link.withPlatformString { link in
        unsafe readlink(link, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    return count > 0 && count < buffer.count ? FilePath(bytes: Array(buffer[..<count])) : nil
  }

  private func makeFolder(_ path: FilePath) {
    guard unsafe path.withPlatformString({ unsafe mkdir($0, 0o700) }) != 0, errno == ENOENT,
      case let parent = path.removingLastComponent(), !parent.isEmpty, parent != path
    else { return }
    makeFolder(parent)
    _ = unsafe path.withPlatformString { unsafe mkdir($0, 0o700) }
  }

  private func dropOldest(in folder: FilePath) {
    guard let names = try? FileSystem.entries(in: folder).map(\.name), names.count > Self.maxPerFolder else { return }
    let dated = names.compactMap { name -> (path: FilePath, seconds: Int, nanoseconds: Int)? in
      let path = folder.appending(name)
      guard let time = (try? FileSystem.status(path, followsLinks: false))?.rawValue.st_mtim else { return nil }
      return (path, time.tv_sec, time.tv_nsec)
    }
    let oldest = dated.sorted { ($0.seconds, $0.nanoseconds) < ($1.seconds, $1.nanoseconds) }
    for entry in oldest.dropLast(Self.maxPerFolder) { try? FileSystem.remove(entry.path) }
  }
}
