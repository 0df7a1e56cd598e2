internal import PhotoSources

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
