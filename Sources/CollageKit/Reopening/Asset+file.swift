internal import Files
internal import PhotoCodecs
package import SystemPackage

extension Asset {
  /// The collage in a file anywhere; a link is followed.
  ///
  /// - Throws: where there is no file, or no collage in it.
  package init(at given: FilePath) throws(ReopeningError) {
    _ = try rethrowing(PhotoFile.open(given)) {
      ReopeningError.collage(.photos([PhotoError(path: given, cause: .file($0))]))
    }
    let path = (try? FileSystem.resolved(given)) ?? given
    guard let name = path.lastComponent else { throw .noRecipe(given) }
    let folder = path.folder
    if let asset = Asset(name, in: folder) {
      self = asset
    } else {
      let renamed = try rethrowing(Asset.renamed(name, in: folder), ReopeningError.library)
      guard let renamed else { throw .noRecipe(given) }
      self = renamed
    }
  }
}
