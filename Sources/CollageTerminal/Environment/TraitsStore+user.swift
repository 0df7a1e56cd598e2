package import PhotoSources
internal import SystemPackage

extension TraitsStore {
  /// The user's, in the cache folder; nil if that is unknown.
  package static var ofUser: TraitsStore? {
    UserFolders.cache.map { TraitsStore($0.appending("collage").appending("series")) }
  }
}
