internal import PhotoCodecs
internal import SystemPackage

extension PhotoLibrary {
  /// Removes an asset after another one was saved in its place: only once that is on the disk for certain, also where it was
  /// there already.
  ///
  /// - Throws: as `remove` does; then the old asset may still be there.
  package func remove(_ old: Asset, replacedBy new: SavedAsset) throws(LibraryError) {
    guard old.id != new.id.short else { return }
    let file: PhotoFile
    do throws(PhotoFileError) {
      file = try PhotoFile.open(new.path)
    } catch {
      throw LibraryError(error, at: new.path)
    }
    do throws(Errno) {
      try FileSystem.synchronise(file.descriptor)
      try FileSystem.synchroniseFolder(folder)
    } catch {
      throw LibraryError(error, at: new.path)
    }
    try remove(old)
  }
}
