internal import Files
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// Remembers on disk which collages were made: for each one a symbolic link, whose name is the hash of everything that
/// decides the collage and whose target is its id and path.
///
/// A lookup costs a system call and no memory. Entries are hints: a lost one only means that work is done again, a
/// wrong one is detected by the file's own digest. The folder may be removed at any time.
struct ResultCache: Sendable {
  let folder: FilePath

  /// Everything that decides a collage's file and its place.
  struct Key: Hashable, Sendable {
    let name: String

    /// - Parameter target: the output, or the library's folder; absolute.
    init(_ maker: CollageMaker, photos: [KnownPhoto], target: FilePath) {
      var hash = SHA256()
      func add(_ bytes: [UInt8]) { hash.update(Array("\(bytes.count):".utf8) + bytes) }
      add(Array("\(Version.current) \(maker.options) \(maker.encoding)".utf8))
      add(target.bytes)
      for photo in photos {
        add(photo.name)
        add(Array(photo.state.utf8))
      }
      name = hash.finish().hexadecimal
    }
  }

  /// A photo as far as it decides a collage: its name in the recipe, and its bytes.
  struct KnownPhoto: Hashable, Sendable {
    let name: [UInt8]
    let state: String

    init(_ path: FilePath, _ identity: FileIdentity) {
      name = path.lastComponent?.bytes ?? []
      let (file, modified) = (identity.file, identity.modified)
      state = "\(file.device) \(file.inode) \(identity.size) \(modified.seconds) \(modified.nanoseconds)"
    }

    init(_ url: PhotoURL, _ copy: DownloadedFile) {
      name = Array(url.displayed.utf8)
      state = copy.digest.hexadecimal
    }

    init(_ photo: Photo) {
      switch (photo.address, photo.copy) {
      case (.web(let url), let copy?): self.init(url, copy)
      default: self.init(photo.path, photo.identity)
      }
    }
  }

  /// The collage, if its file is unchanged and its text would be written the same way; nil also when cancelled.
  func asset(_ key: Key, _ options: TextOptions, isCancelled: @escaping @Sendable () -> Bool) -> SavedAsset? {
    guard let (id, path) = text(path(of: key)), let file = try? PhotoFile.open(path, followsLinks: true),
      let found = try? AssetID(of: file, isCancelled: isCancelled), found.short == id,
      let recipe = try? Recipe(of: file),
      recipe.text?.isWrittenAlike(options, isCancelled: isCancelled) != false
    else { return nil }
    return SavedAsset(id: found, path: path, bytes: file.size)
  }

  /// Remembers a collage. Failures are ignored.
  func insert(_ asset: SavedAsset, for key: Key) {
    let link = path(of: key)
    if let (id, path) = text(link), id == asset.id.short, path == asset.path { return }
    _ = try? FileSystem.makeFolders(link.folder)
    guard let folder = try? OpenFolder.open(link.folder), let name = link.lastComponent else { return }
    try? folder.remove(name)
    try? folder.makeLink(name, to: FilePath(bytes: Array("\(asset.id) ".utf8) + asset.path.bytes))
  }

  private func path(of key: Key) -> FilePath {
    folder.appending(String(key.name.prefix(2))).appending(String(key.name.dropFirst(2)))
  }

  /// The id and path in a link.
  private func text(_ link: FilePath) -> (ShortAssetID, FilePath)? {
    guard let target = try? FileSystem.target(ofLink: link) else { return nil }
    let parts = target.bytes.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard parts.count == 2, let id = ShortAssetID(String(decoding: parts[0], as: UTF8.self)) else { return nil }
    return (id, FilePath(bytes: parts[1]))
  }
}
