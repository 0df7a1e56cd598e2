internal import Files
internal import PhotoCodecs
internal import SystemPackage

// Collages that somebody has renamed, in a file manager for one: the recipe tells them from other
// files, and their bytes give their ids.
extension Asset {
  /// Whether a file of this name can be a renamed collage.
  static func canBeRenamed(_ name: Span<UInt8>, in folder: FilePath) -> Bool {
    !name.isEmpty && name[0] != UInt8(ascii: ".") && Asset(name, in: folder) == nil
  }

  /// The collage in a file whose name isn't that of an asset; nil if there is none, or if it may
  /// not be read.
  ///
  /// - Parameter known: its id, if that is known.
  /// - Cost: reads the beginning of a file that isn't ours, and the whole of one that is.
  static func renamed(
    _ name: FilePath.Component, in folder: FilePath, known: ShortAssetID? = nil
  ) throws(LibraryError) -> Asset? {
    let path = folder.appending(name)
    let file: PhotoFile
    do throws(PhotoFileError) {
      file = try PhotoFile.open(path, followsLinks: false)
    } catch {
      switch error {
      case .missing, .notAFile, .notAllowed, .failed(.tooManySymbolicLinkLevels): return nil
      case .failed: throw LibraryError(opening: path, error)
      }
    }
    do throws(CodecError) {
      guard try RecipeRecord.read(from: file) != nil else { return nil }
      var id = known
      if id == nil { id = try AssetID(of: file)?.short }
      guard let id else { return nil }
      // Only pictures and PDFs have recipes.
      let format = FileHead(of: file).flatMap { OutputFormat($0.format) } ?? .pdf
      return Asset(id: id, format: format, in: folder, renamed: name)
    } catch {
      throw LibraryError(reading: path, error)
    }
  }
}

extension PhotoLibrary {
  /// All renamed collages, sorted by name.
  func renamedAssets() throws(LibraryError) -> [Asset] {
    let entries = try reading(
      OpenFolder.open(folder).entries { name, type in
        (type == nil || type == .regular) && Asset.canBeRenamed(name, in: folder)
      })
    var found: [Asset] = []
    for entry in entries where entry.type == .regular {
      if let asset = try Asset.renamed(entry.name, in: folder) { found.append(asset) }
    }
    return found.sorted { $0.path.string < $1.path.string }
  }

  /// These assets, with the new names of those whose files somebody has renamed.
  func found(_ assets: [Asset]) throws(LibraryError) -> [Asset] {
    var missing: Set<Asset> = []
    for asset in assets where try asset.bytes() == nil { missing.insert(asset) }
    if missing.isEmpty { return assets }
    let renamed = Dictionary(
      try renamedAssets().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return assets.map { missing.contains($0) ? renamed[$0.id] ?? $0 : $0 }
  }
}
