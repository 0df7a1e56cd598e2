internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// What a picker works with.
struct PickerDependencies {
  var folders: [FilePath]
  /// Left out of the search; nil when that is unknown.
  var library: FilePath?
  let thumbnails: ThumbnailLoader
  let web: PickerWeb
  /// Draws the collage.
  let composer: PreviewComposer
  /// Knows the faces that crops keep.
  let faces: FaceFinder?
  /// Whether photos with the same bytes as one before them are left out.
  let leavesOutDuplicates: Bool
  /// Whether the user may turn photos; no, where only their paths are of use.
  let turnsPhotos: Bool

  /// The photos in the folders.
  func photos(in folders: [FilePath], _ finder: DuplicateFinder) -> any PickerSource {
    let all = FolderPhotos(folders, excluding: library)
    return leavesOutDuplicates ? DistinctPhotos(all, finder) : all
  }
}

/// The web as a picker uses it.
struct PickerWeb {
  let source: WebSearchPhotos
  /// Fetches small pictures of what was found.
  let photos: WebPhotos

  var service: any WebSearchService { source.service }

  init(_ search: SearchOptions, _ web: WebOptions, _ fetcher: WebFetcher) throws(CommandFailure) {
    source = WebSearchPhotos(try search.search(web, fetcher), licence: search.licence)
    // What a service on the internet names must not lead into the user's own network.
    photos = web.photos(fetcher, refusesPrivateAddresses: search.service.address == nil)
  }
}
