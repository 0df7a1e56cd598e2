internal import Files
package import PhotoCodecs
package import SystemPackage

/// A saved collage in a library.
package struct Asset: Hashable, Sendable {
  /// From the file's name, or for a renamed one from its bytes. If the content is changed, it has
  /// another id.
  package let id: ShortAssetID
  package let format: OutputFormat
  private let folder: FilePath
  /// The name that somebody gave the file; nil for the name that it was saved under.
  private let newName: FilePath.Component?

  /// - Parameter newName: the file's name if somebody has renamed it.
  init(
    id: ShortAssetID, format: OutputFormat, in folder: FilePath,
    renamed newName: FilePath.Component? = nil
  ) {
    self.id = id
    self.format = format
    self.folder = folder
    self.newName = newName
  }

  /// Nil if the name doesn't have the library's form.
  init?(_ name: FilePath.Component, in folder: FilePath) { self.init(name.bytes.span, in: folder) }

  /// Nil if a collage was saved elsewhere.
  init?(_ saved: SavedAsset, in library: PhotoLibrary) {
    guard let name = saved.path.lastComponent else { return nil }
    if let asset = Asset(name, in: library.folder) {
      self = asset
    } else {
      let renamed = try? Asset.renamed(name, in: library.folder, known: saved.id.short)
      guard let renamed else { return nil }
      self = renamed
    }
  }

  /// The asset whose file name has these bytes; nil if it doesn't have the library's form.
  init?(_ name: Span<UInt8>, in folder: FilePath) {
    guard let name = AssetFileName(name) else { return nil }
    self.init(id: name.id, format: name.format, in: folder)
  }

  /// The name under which the file was saved, and by which albums and the trash know it.
  var name: FilePath.Component { FilePath.Component(fileName)! }

  var fileName: String { AssetFileName(id: id, format: format).text }

  package var path: FilePath { folder.appending(newName ?? name) }

  /// The name that somebody gave the file; nil if it has the one that it was saved under.
  package var renamed: FilePath.Component? { newName }

  /// The file's size in bytes; nil if the file no longer exists.
  package func bytes() throws(LibraryError) -> Int? {
    try rethrowing(FileSystem.status(path)) { LibraryError($0, at: path) }.map { Int($0.size) }
  }

  /// The recipe in the file.
  package func recipe() throws(LibraryError) -> Recipe {
    try understood(try recipeRecord())
  }

  private func understood(_ record: RecipeRecord) throws(LibraryError) -> Recipe {
    if let recipe = Recipe(record) { return recipe }
    if let version = Recipe.newerVersion(neededBy: record) {
      throw .unknownRecipe(path, version: version)
    }
    throw .noRecipe(path)
  }

  /// The recipe in the file, as JSON on one line, as it was written.
  package func recipeJSON() throws(LibraryError) -> String {
    let record = try recipeRecord()
    let recipe = try understood(record)
    // What this program writes has no line breaks, but JSON may have them between values.
    return record.json.utf8.contains { $0 < 0x20 } ? recipe.json : record.json
  }

  /// What the file says to those who don't see the picture; nil for nothing.
  package func statedDescription() throws(LibraryError) -> String? {
    try recipeRecord().statedDescription
  }

  /// What a list shows of the recipe in the file.
  ///
  /// - Cost: 60 microseconds, once the file is in memory.
  package func summary() throws(LibraryError) -> CollageSummary {
    guard let summary = CollageSummary(try recipeRecord()) else { throw .noRecipe(path) }
    return summary
  }

  /// The headroom above white, in stops, with which a display shows its HDR in full, as the file
  /// says; nil for a collage without HDR, and for a file that can't be read.
  package var headroom: Double? {
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    guard let file = try? PhotoFile.open(path, followsLinks: false),
      let header = try? PhotoHeader(of: file, limits: limits), header.gainMap != nil
    else { return nil }
    return header.headroom
  }

  private func recipeRecord() throws(LibraryError) -> RecipeRecord {
    let file = try rethrowing(PhotoFile.open(path, followsLinks: false)) {
      LibraryError(opening: path, $0)
    }
    let record = try rethrowing(RecipeRecord.read(from: file)) { LibraryError(reading: path, $0) }
    guard let record else { throw .noRecipe(path) }
    return record
  }

  /// Whether the file has a recipe, or its bytes match its id, or it is blank. If not, it may be
  /// one of the user's photos.
  func isOurs(isCancelled: @escaping () -> Bool = { false }) throws(LibraryError) -> Bool {
    guard let file = try Self.file(path) else { return false }
    do throws(CodecError) {
      if try RecipeRecord.read(from: file) != nil { return true }
      if try file.isBlank(isCancelled: isCancelled) { return true }
      return try AssetID(of: file, isCancelled: isCancelled)?.short == id
    } catch {
      throw LibraryError(reading: path, error)
    }
  }

  /// The id that a file's bytes give; nil if it can't be a collage.
  static func fileID(_ path: FilePath) throws(LibraryError) -> AssetID? {
    guard let file = try file(path) else { return nil }
    return try rethrowing(AssetID(of: file)) { LibraryError(reading: path, $0) }
  }

  /// Nil if it isn't a regular file, or if it is a link.
  private static func file(_ path: FilePath) throws(LibraryError) -> PhotoFile? {
    do throws(PhotoFileError) {
      return try PhotoFile.open(path, followsLinks: false)
    } catch {
      switch error {
      case .notAFile, .failed(.tooManySymbolicLinkLevels): return nil
      default: throw LibraryError(opening: path, error)
      }
    }
  }

  /// Reads the whole file and compares it with its id.
  ///
  /// - Throws: `cancelled`.
  func finding(isCancelled: @escaping () -> Bool = { false }) throws(LibraryError) -> Finding {
    let file: PhotoFile
    do throws(PhotoFileError) {
      file = try PhotoFile.open(path, followsLinks: false)
    } catch {
      switch error {
      case .missing: return Finding(path: path, kind: .missing)
      case .notAFile, .failed(.tooManySymbolicLinkLevels):
        return Finding(path: path, kind: .foreign, isImpostor: true)
      default: return Finding(path: path, kind: .unreadable)
      }
    }
    do throws(CodecError) {
      // The name of a renamed file tells nothing, but its seal does.
      let fileID =
        newName == nil
        ? try AssetID(of: file, isCancelled: isCancelled)
        : try file.sealedID(isCancelled: isCancelled)
      if fileID?.short == id {
        return Finding(path: path, kind: .intact)
      }
      if try RecipeRecord.read(from: file) != nil {
        return Finding(path: path, kind: try FileSeal.isDamaged(file) ? .damaged : .changed)
      }
      let isBlank = try file.isBlank(isCancelled: isCancelled)
      return isBlank
        ? Finding(path: path, kind: .damaged)
        : Finding(path: path, kind: .foreign, isImpostor: true)
    } catch {
      if error == .cancelled { throw .cancelled }
      return Finding(path: path, kind: .unreadable)
    }
  }
}
