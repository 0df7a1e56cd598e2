internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// How the picker finds and shows photos.
struct PickerOptions: ParsableArguments {
  @Flag(help: "In the picker, leave out photos with the same bytes as another one.")
  var noDuplicates = false

  @Flag(help: "Neither read nor write the desktop's thumbnails in $XDG_CACHE_HOME/thumbnails.")
  var noThumbnailCache = false

  /// Where thumbnails come from.
  func thumbnails(_ limits: DecodeLimits) -> ThumbnailLoader {
    let folder = noThumbnailCache ? nil : UserFolders.cache?.appending("thumbnails")
    return ThumbnailLoader(
      store: folder.map { ThumbnailStore($0, version: Version.current) },
      maxThreads: Resources.processors,
      limits: limits)
  }
}
