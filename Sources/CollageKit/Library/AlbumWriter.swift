package import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage

/// Saves collages into a library, and puts each into an album, which is made where there is none.
package struct AlbumWriter: PhotoWriter {
  package let name: AlbumName
  private let writer: LibraryWriter
  private let remembered: RememberedAlbums

  /// - Parameter remembered: shared by writers of one program, so that an album that is renamed meanwhile stays the
  ///   same.
  package init(_ name: AlbumName, _ writer: LibraryWriter, remembered: RememberedAlbums = RememberedAlbums()) {
    self.name = name
    self.writer = writer
    self.remembered = remembered
  }

  package func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {
    try writer.check(protecting: inputs)
    do throws(LibraryError) {
      _ = try writer.library.album(name)
    } catch {
      switch error {
      // It will be made, or another of its name is remembered.
      case .noAlbum, .missing: return
      case .notAnAlbum where remembered[name] != nil: return
      default: throw .album(error)
      }
    }
  }

  /// Fails with `notInAlbum` when the collage is saved, but could not be put into the album.
  package func save(
    _ collage: Collage, progress: @escaping @Sendable (Double) -> Void
  ) -> Single<SavedAsset, PhotoWriterError> {
    // Not cancelled in between: what is saved goes into the album.
    writer.save(collage, progress: progress).map { saved throws(PhotoWriterError) in
      try add(saved)
      return saved
    }
  }

  /// Puts a saved collage into the album.
  func add(_ saved: SavedAsset) throws(PhotoWriterError) {
    do throws(LibraryError) {
      guard let file = saved.path.lastComponent, let asset = Asset(file, in: writer.library.folder) else {
        throw .missing(saved.path)
      }
      try add(asset)
    } catch {
      throw .notInAlbum(saved.path, name, error)
    }
  }

  private func add(_ asset: Asset) throws(LibraryError) {
    for _ in 1..<Self.maxTries {
      let (album, _) = try writer.library.ensureAlbum(remembered[name], named: name)
      do throws(LibraryError) {
        try writer.library.link(asset, to: album)
        remembered[name] = album.id
        return
      } catch .noAlbum {
        // Removed or renamed at this very moment.
        continue
      }
    }
    throw .noAlbum(writer.library.path(of: name))
  }

  /// How often to begin again when other programs change the album.
  private static let maxTries = 16
}
