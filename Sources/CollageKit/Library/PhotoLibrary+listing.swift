internal import Files
internal import SystemPackage

extension PhotoLibrary {
  /// Passes on every asset as the folder is read, in no order. Needs the same memory for any
  /// library: nothing is kept.
  ///
  /// - Parameters:
  ///   - prefix: what their ids begin with.
  ///   - body: returns false to stop.
  /// - Throws: also when the folder can't be read to its end; assets may have been passed on
  ///   before.
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
        guard type == nil || type == .regular, let asset = Asset(name, in: folder),
          asset.id.text.hasPrefix(prefix)
        else { return true }
        do throws(LibraryError) {
          guard let listed = try listed(asset, in: library) else { return true }
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

  /// The same for the assets in an album that are there, in the order of their names.
  package func forEachAsset(in album: Album, _ body: (ListedAsset) -> Bool) throws(LibraryError) {
    let assets = try assets(in: album)
    let library = try opened()
    for asset in assets {
      guard let listed = try listed(asset, in: library) else { continue }
      if !body(listed) { return }
    }
  }

  /// Nil when there is no such file.
  private func listed(_ asset: Asset, in library: borrowing OpenFolder) throws(LibraryError)
    -> ListedAsset?
  {
    do throws(Errno) {
      let status = try library.status(named: asset.fileName)
      return status.type == .regular ? ListedAsset(asset, status) : nil
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw LibraryError(error, at: asset.path)
    }
  }
}
