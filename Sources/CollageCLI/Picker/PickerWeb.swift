internal import PhotoSources

/// The web as a picker uses it.
struct PickerWeb {
  let source: WebSearchPhotos
  /// Fetches small pictures of what was found.
  let photos: WebPhotos

  var service: any WebSearchService { source.service }
}
