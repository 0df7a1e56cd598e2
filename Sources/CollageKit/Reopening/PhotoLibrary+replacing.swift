internal import Files
internal import PhotoCodecs
internal import SystemPackage

extension PhotoLibrary {
  /// Removes an asset after another one was saved in its place: only once that is on the disk for certain, also where it was
  /// there already. The new one takes the old one's place in its albums first.
  ///
  /// - Throws: as `remove` does; then the old asset may still be there.
  package func remove(_ old: Asset, replacedBy new: SavedAsset) throws(LibraryError) {
    guard old.id != new.id.short else { return }
    let file = try rethrowing(PhotoFile.open(new.path)) { LibraryError(opening: new.path, $0) }
    do throws(Errno) {
      try FileSystem.synchronise(file.descriptor)
      try FileSystem.synchroniseFolder(folder)
    } catch {
      throw LibraryError(error, at: new.path)
    }
    let albums = try albums()
    if let name = new.path.lastComponent, let made = Asset(name, in: folder) {
      for album in try self.albums(holding: old, of: albums) { try link(made, to: album) }
    }
    try remove([old], from: albums)
  }
}
