internal import ArgumentParser
internal import CollageTerminal
internal import PhotoSources

/// How the picker finds and shows photos.
struct PickerOptions: ParsableArguments {
  @Flag(help: "In the picker, hide exact copies of photos.")
  var noDuplicates = false

  @Flag(help: "Don't use the desktop's thumbnails in $XDG_CACHE_HOME/thumbnails.")
  var noThumbnailCache = false

  @OptionGroup var exclusions: ExclusionOptions

  func settings(web: PickerWeb) -> PickerSettings {
    PickerSettings(
      web: web, exclusions: exclusions.exclusions, leavesOutDuplicates: noDuplicates,
      usesThumbnailCache: !noThumbnailCache)
  }
}

extension PickerWeb {
  /// - Throws: when the service's address in the environment is wrong.
  init(_ search: SearchOptions, _ web: WebOptions, _ fetcher: WebFetcher) throws(CommandFailure) {
    let source = WebSearchPhotos(try search.search(web, fetcher), licence: search.licence)
    // What a service on the internet names must not lead into the user's own network.
    let photos = web.photos(fetcher, refusesPrivateAddresses: search.service.address == nil)
    self.init(source, photos)
  }
}
