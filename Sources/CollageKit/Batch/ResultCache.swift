internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// Remembers on disk what was made of what: for each collage a symbolic link, whose name is the hash of all that decided it
/// and whose text is its id and path.
///
/// Looking one up costs a system call and no memory. Records are hints: one that is lost only means that work is done again,
/// one that is wrong is found out by the file's own digest. The folder may be removed at any time.
struct ResultCache: Sendable {
  let folder: FilePath

  /// What decides a collage's file and where it is.
  struct Key: Hashable, Sendable {
    let name: String

    /// - Parameters:
    ///   - photos: paths with what files they are now.
    ///   - target: the output, or the library's folder; absolute.
    init(_ maker: CollageMaker, photos: [(FilePath, FileIdentity)], target: FilePath) {
      var hash = SHA256()
      func add(_ bytes: [UInt8]) { hash.update(Array("\(bytes.count):".utf8) + bytes) }
      add(Array("\(Version.current) \(maker.options) \(maker.encoding)".utf8))
      add(target.bytes)
      for (path, identity) in photos {
        add(path.lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? [])
        add(
          Array(
            "\(identity.device) \(identity.inode) \(identity.size) \(identity.seconds) \(identity.nanoseconds)".utf8))
      }
      name = hash.finish().hexadecimal
    }
  }

  /// The collage that was made, if it is still there, byte for byte, and reading it was not cancelled.
  func asset(_ key: Key, isCancelled: () -> Bool) -> BatchAsset? {
    guard let (id, path) = text(path(of: key)), let file = try? PhotoFile.open(path, followsLinks: true),
      let digest = try? Digest(of: file, isCancelled: isCancelled)
    else { return nil }
    let found = AssetID(digest)
    return found == id ? BatchAsset(id: found, path: path, bytes: file.size, digest: digest) : nil
  }

  /// Remembers a collage. Failures are of no consequence.
  func insert(_ asset: BatchAsset, for key: Key) {
    let link = path(of: key)
    if let (id, path) = text(link), id == asset.id, path == asset.path { return }
    _ = try? FileSystem.makeFolders(link.removingLastComponent())
    try? FileSystem.remove(link)
    let text = Array("\(asset.id) ".utf8) + asset.path.bytes
    _ = unsafe FilePath(bytes: text).withPlatformString { text in
      unsafe link.withPlatformString { unsafe symlink(text, $0) }
    }
  }

  private func path(of key: Key) -> FilePath {
    folder.appending(String(key.name.prefix(2))).appending(String(key.name.dropFirst(2)))
  }

  /// What a link says.
  private func text(_ link: FilePath) -> (AssetID, FilePath)? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe link.withPlatformString { link in
        unsafe readlink(link, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
      }
    }
    guard count > AssetID.digits + 1,
      let id = AssetID(String(decoding: buffer[..<AssetID.digits], as: UTF8.self)),
      buffer[AssetID.digits] == UInt8(ascii: " ")
    else { return nil }
    return (id, FilePath(bytes: Array(buffer[(AssetID.digits + 1)..<count])))
  }
}
