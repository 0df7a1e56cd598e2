internal import Files
internal import SystemPackage

extension PhotoLibrary {
  /// Passes on every asset while the folder is read, unsorted. Keeps nothing, so the memory doesn't
  /// depend on the library.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of their ids.
  ///   - body: returns false to stop.
  /// - Throws: also when the folder can't be read to its end, after some assets may have been
  ///   passed on.
  package func forEachAsset(withPrefix prefix: String = "", _ body: (ListedAsset) -> Bool)
    throws(LibraryError)
  {
    do throws(LibraryError) {
      try forEachAsset(of: try opened(), withPrefix: prefix, body)
    } catch .missing(folder) {
      return
    }
  }

  private func forEachAsset(
    of library: borrowing OpenFolder, withPrefix prefix: String, _ body: (ListedAsset) -> Bool
  ) throws(LibraryError) {
    var failure: LibraryError?
    do throws(Errno) {
      try library.forEachName { name, type in
        guard type == nil || type == .regular else { return true }
        do throws(LibraryError) {
          guard let asset = try asset(name),
            asset.id.text.hasPrefix(prefix), let listed = try listed(asset, in: library)
          else { return true }
          return body(listed)
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      failure = LibraryError(error, at: folder)
    }
    if let failure { throw failure }
  }

  /// The collage of this name, perhaps a renamed one; nil if it is something else.
  private func asset(_ name: Span<UInt8>) throws(LibraryError) -> Asset? {
    if let asset = Asset(name, in: folder) { return asset }
    guard Asset.canBeRenamed(name, in: folder),
      let component = FilePath(bytes: Array(copying: name)).lastComponent
    else { return nil }
    return try Asset.renamed(component, in: folder)
  }

  /// Passes on the existing assets in an album, in the order of their names, until `body` returns
  /// false.
  package func forEachAsset(in album: Album, _ body: (ListedAsset) -> Bool) throws(LibraryError) {
    let assets = try assets(in: album)
    let library = try opened()
    for asset in assets {
      guard let listed = try listed(asset, in: library) else { continue }
      if !body(listed) { return }
    }
  }

  /// Nil if there is no such file.
  private func listed(_ asset: Asset, in library: borrowing OpenFolder) throws(LibraryError)
    -> ListedAsset?
  {
    do throws(Errno) {
      let status =
        if let name = asset.renamed {
          try library.status(name)
        } else {
          try library.status(named: asset.fileName)
        }
      return status.type == .regular ? ListedAsset(asset, status) : nil
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw LibraryError(error, at: asset.path)
    }
  }
}
