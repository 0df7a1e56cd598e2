internal import CollageKit
internal import PhotoCodecs
package import PhotoSources
internal import SystemPackage

/// How a picker finds and shows photos.
package struct PickerSettings {
  let web: PickerWeb
  /// What is left out in folders.
  let exclusions: PhotoExclusions
  /// Whether photos with the same bytes as one before them are left out.
  let leavesOutDuplicates: Bool
  /// Whether the desktop's thumbnails are read and written.
  let usesThumbnailCache: Bool

  package init(
    web: PickerWeb, exclusions: PhotoExclusions, leavesOutDuplicates: Bool,
    usesThumbnailCache: Bool
  ) {
    self.web = web
    self.exclusions = exclusions
    self.leavesOutDuplicates = leavesOutDuplicates
    self.usesThumbnailCache = usesThumbnailCache
  }

  /// Where thumbnails come from.
  func thumbnails(_ limits: DecodeLimits) -> ThumbnailLoader {
    let folder = usesThumbnailCache ? UserFolders.cache?.appending("thumbnails") : nil
    return ThumbnailLoader(
      store: folder.map { ThumbnailStore($0, version: Version.current) },
      background: .checkerboard,
      maxThreads: Resources.processors,
      limits: limits)
  }
}

/// The web as a picker uses it.
package struct PickerWeb {
  let source: WebSearchPhotos
  /// Fetches small pictures of what was found.
  let photos: WebPhotos

  var service: any WebSearchService { source.service }

  package init(_ source: WebSearchPhotos, _ photos: WebPhotos) {
    self.source = source
    self.photos = photos
  }
}
