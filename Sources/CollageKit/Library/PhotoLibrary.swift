internal import Files
internal import PhotoCodecs
package import SystemPackage

/// A folder of saved collages: plain picture files named `collage-ID.jpg`, `.png` and so on,
/// without an index, or as somebody has renamed them. Folders in it that contain an album's id are
/// albums.
package struct PhotoLibrary: Hashable, Sendable {
  package let folder: FilePath

  package init(folder: FilePath) { self.folder = folder }

  func path(of id: ShortAssetID, _ format: OutputFormat) -> FilePath {
    Asset(id: id, format: format, in: folder).path
  }

  /// Every asset, sorted by id; empty if the folder doesn't exist.
  package func assets() throws(LibraryError) -> [Asset] { try assets(beginning: "") }

  /// The one asset whose id begins with `prefix`; of several copies, the one that wasn't renamed.
  /// Without one, the asset whose QR code says so of its recipe. With the whole id of one that
  /// wasn't renamed it takes the same time in any library.
  ///
  /// - Throws: `unknown` or `ambiguous`.
  package func asset(_ prefix: AssetIDPrefix) throws(LibraryError) -> Asset {
    if let id = ShortAssetID(prefix.text) {
      guard let asset = try asset(id) else { throw .unknown(prefix, folder) }
      return asset
    }
    let found = try assets(beginning: prefix.text)
    return try theOne(of: found.isEmpty ? assets(withCode: prefix.text) : found, for: prefix)
  }

  /// Those whose QR codes say these digits of their recipes.
  ///
  /// - Cost: reads the recipe of each asset, if there are as many digits as codes have.
  private func assets(withCode digits: String) throws(LibraryError) -> [Asset] {
    guard digits.utf8.count == Recipe.codeDigitCount else { return [] }
    return try assets().filter { asset in
      guard let file = try? PhotoFile.open(asset.path), let recipe = try? Recipe(of: file) else {
        return false
      }
      return recipe.code == digits
    }
  }

  func theOne(of found: [Asset], for prefix: AssetIDPrefix) throws(LibraryError) -> Asset {
    guard let asset = found.first else { throw .unknown(prefix, folder) }
    guard Set(found.map(\.id)).count == 1 else { throw .ambiguous(prefix, found.map(\.id)) }
    return asset
  }

  /// Nil when there is none.
  private func asset(_ id: ShortAssetID) throws(LibraryError) -> Asset? {
    for format in OutputFormat.allCases {
      let asset = Asset(id: id, format: format, in: folder)
      let status = try rethrowing(FileSystem.status(asset.path)) { LibraryError($0, at: folder) }
      if status?.type == .regular { return asset }
    }
    return try renamedAssets().first { $0.id == id }
  }

  private func assets(beginning: String) throws(LibraryError) -> [Asset] {
    let prefix = Array((AssetFileName.prefix + beginning).utf8)
    let named = try reading(
      OpenFolder.open(folder).entries { name, _ in name.starts(with: prefix) }
    )
    .filter { $0.type == .regular }.compactMap { Asset($0.name, in: folder) }
    let renamed = try renamedAssets().filter { $0.id.text.hasPrefix(beginning) }
    return named.sorted {
      ($0.id.text, $0.format.fileExtension) < ($1.id.text, $1.format.fileExtension)
    }
      + renamed
  }

  /// The contents of the folder; empty if it doesn't exist.
  func reading<Value>(_ contents: @autoclosure () throws(Errno) -> [Value]) throws(LibraryError)
    -> [Value]
  {
    do throws(Errno) {
      return try contents()
    } catch .noSuchFileOrDirectory {
      return []
    } catch {
      throw LibraryError(error, at: folder)
    }
  }
}
