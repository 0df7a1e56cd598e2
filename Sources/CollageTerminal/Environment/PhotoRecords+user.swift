package import PhotoSources
internal import SystemPackage

extension PhotoRecords {
  /// The user's, in the cache folder; nil if that is unknown.
  package static var ofUser: PhotoRecords? {
    UserFolders.cache.map { PhotoRecords($0.appending("collage").appending("photos")) }
  }
}
