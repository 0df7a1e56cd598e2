internal import Files
internal import PhotoCodecs
package import SystemPackage

extension Asset {
  /// The collage in a file anywhere; a link is followed.
  ///
  /// - Throws: where there is no file, or no collage in it.
  package init(at path: FilePath) throws(ReopeningError) {
    func failure(_ cause: PhotoError.Cause) -> ReopeningError {
      .collage(.photos([PhotoError(path: path, cause: cause)]))
    }
    let path = (try? FileSystem.resolved(path)) ?? path
    _ = try rethrowing(PhotoFile.open(path)) { failure(.file($0)) }
    guard let name = path.lastComponent else { throw .noRecipe(path) }
    let folder = path.folder
    if let asset = Asset(name, in: folder) {
      self = asset
    } else {
      let renamed = try rethrowing(Asset.renamed(name, in: folder), ReopeningError.library)
      guard let renamed else { throw .noRecipe(path) }
      self = renamed
    }
  }
}
