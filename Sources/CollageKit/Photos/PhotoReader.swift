internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits

/// Turns addresses into photos: fetches those on the web, and reads the headers.
struct PhotoReader: Sendable {
  /// Nil where nothing is fetched.
  let web: WebPhotos?
  let limits: DecodeLimits

  /// The photos in order, each of them or what is wrong with it: one value, then finished; fails only when it is
  /// cancelled. Cold; files are read on a background queue, or on the thread that waits.
  func photos(at addresses: [PhotoAddress]) -> Single<[Result<Photo, PhotoError>], CollageError> {
    copies(of: addresses).flatMap { [limits] copies in
      .work { [web] cancellation throws(CollageError) in
        var photos: [Result<Photo, PhotoError>] = []
        for (address, copy) in zip(addresses, copies) {
          if cancellation.isCancelled { throw .cancelled }
          photos.append(
            Result { () throws(PhotoError) in
              try Self.photo(at: address, copy, web, limits) { cancellation.isCancelled }
            })
        }
        if cancellation.isCancelled { throw .cancelled }
        return photos
      }
    }
  }

  private typealias Copy = Result<DownloadedFile, FetchError>

  /// For each address its copy; nil for those that aren't on the web.
  private func copies(of addresses: [PhotoAddress]) -> Single<[Copy?], CollageError> {
    let urls = addresses.map(\.fetchedURL)
    guard let web, urls.contains(where: { $0 != nil }) else { return .just(urls.map { _ in nil }) }
    let wanted = urls.compactMap(\.self).uniqued()
    let fetching: Single<[Copy], CollageError> = web.files(at: wanted)
    return fetching.map { copies throws(CollageError) in
      let known = Dictionary(uniqueKeysWithValues: zip(wanted, copies))
      return urls.map { url in url.flatMap { known[$0] } }
    }
  }

  private static func photo(
    at address: PhotoAddress, _ copy: Copy?, _ web: WebPhotos?, _ limits: DecodeLimits,
    isCancelled: @escaping () -> Bool
  ) throws(PhotoError) -> Photo {
    switch (address, copy) {
    case (.file(let path), _): return try Photo(at: path, limits: limits, isCancelled: isCancelled)
    case (.web(let url), .success(let copy)):
      let credit = web?.credit(of: url.text)
      return try Photo(from: url, copy: copy, credit: credit, limits: limits, isCancelled: isCancelled)
    case (.web, .failure(let error)): throw PhotoError(address, cause: .web(error))
    case (.web(let url), nil): throw PhotoError(address, cause: .url(url))
    }
  }
}

extension PhotoAddress {
  /// The URL to fetch; nil for a file, and for a URL of something else than the web.
  var fetchedURL: String? { url.flatMap { $0.isWeb ? $0.text : nil } }
}
