package import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage

/// Saves collages into a library and adds each to an album, which is created if there is none.
package struct AlbumWriter: PhotoWriter {
  package let name: AlbumName
  private let writer: LibraryWriter

  /// - Parameter name: the album's name, now or when collages were saved into it; or its id.
  package init(_ name: AlbumName, _ writer: LibraryWriter) {
    self.name = name
    self.writer = writer
  }

  package func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {
    try writer.check(protecting: inputs)
    let known = try rethrowing(library.albumToSave(name), PhotoWriterError.album)
    if known == nil { try rethrowing(library.checkPrintable(name), PhotoWriterError.album) }
  }

  /// Fails with `notInAlbum` if the collage is saved but could not be added to the album.
  package func save(
    _ content: some Savable, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedAsset, PhotoWriterError> {
    // Not cancelled in between: a saved collage is always added to the album.
    writer.save(content, progress: progress).map { saved throws(PhotoWriterError) in
      try added(saved)
    }
  }

  /// Adds a saved collage to the album.
  func added(_ saved: SavedAsset) throws(PhotoWriterError) -> SavedAsset {
    do throws(LibraryError) {
      guard let asset = Asset(saved, in: library) else {
        throw .missing(saved.path)
      }
      let album = try add(asset)
      var saved = saved
      if album.name != name, album.id != name.id {
        saved.note =
          "\(name.displayed): this album is now called \(album.name.displayed); "
          + "'collage library album create' creates a new one with the old name"
      }
      return saved
    } catch {
      throw .notInAlbum(saved.path, name, error)
    }
  }

  private func add(_ asset: Asset) throws(LibraryError) -> Album {
    for _ in 1..<Self.maxTries {
      do throws(LibraryError) {
        let album = try ensureAlbum()
        try library.link(asset, to: album)
        library.remember(name, for: album)
        return album
      } catch .noAlbum where name.id == nil {
        // It was removed or renamed at this very moment.
        continue
      }
    }
    throw .noAlbum(library.path(of: name))
  }

  /// The album, which is created if there is none.
  private func ensureAlbum() throws(LibraryError) -> Album {
    let known = try library.albumToSave(name)
    let currentName = known?.name ?? name
    let made = try library.album(known?.id, named: currentName).wait().get()
    guard let id = made ?? known?.id, let album = try library.album(id, lastNamed: currentName)
    else {
      throw .noAlbum(library.path(of: currentName))
    }
    return album
  }

  private var library: PhotoLibrary { writer.library }

  /// How often to start again if other programs change the album.
  private static let maxTries = 16
}
