internal import Imaging
package import PhotoCodecs
package import PhotoSources
package import ReactiveTraits

/// Turns addresses into photos, whichever way they were named: fetches those on the web and reads
/// all headers.
package struct PhotoIntake: Sendable {
  /// Nil to fetch nothing.
  private let web: WebPhotos?
  private let limits: DecodeLimits

  package init(web: WebPhotos?, limits: DecodeLimits) {
    self.web = web
    self.limits = limits
  }

  /// The photos in order, each of them or its error: one value, then finished; fails only when
  /// cancelled. Cold; files are read on a background queue, or on the waiting thread.
  package func photos(at addresses: [PhotoAddress]) -> Single<
    [Result<Photo, PhotoError>], CollageError
  > {
    copies(of: addresses).flatMap { [limits] copies in
      .work { [web] cancellation throws(CollageError) in
        var photos: [Result<Photo, PhotoError>] = []
        let sidecars = SidecarFinder()
        for (address, copy) in zip(addresses, copies) {
          if cancellation.isCancelled { throw .cancelled }
          photos.append(
            Result { () throws(PhotoError) in
              try Self.photo(at: address, copy, web, limits, sidecars) { cancellation.isCancelled }
            })
        }
        if cancellation.isCancelled { throw .cancelled }
        return photos
      }
    }
  }

  /// One photo or its error: one value, then finished. Cold.
  package func photo(at address: PhotoAddress) -> Single<Result<Photo, PhotoError>, Never> {
    photos(at: [address]).map { $0[0] }.catch { _ in
      .just(.failure(PhotoError(address, cause: .codec(.cancelled))))
    }
  }

  /// A stand-in for a search result: missing until it is fetched, but of the size that the service
  /// states.
  package static func unfetched(_ result: WebPhoto) -> Photo {
    let url = PhotoURL(Array(result.url.utf8))!
    return Photo(
      missing: .web(url), result.size ?? PixelSize(width: 4, height: 3), .up,
      number: UInt64(truncatingIfNeeded: url.hashValue))
  }

  /// A result's small picture; nil if there is none, or it can't be fetched. Cold.
  package func smallPicture(of result: WebPhoto) -> Single<Photo?, Never> {
    guard let url = result.thumbnail.flatMap({ PhotoURL(Array($0.utf8)) }) else {
      return .just(nil)
    }
    return photo(at: .web(url)).map { try? $0.get() }
  }

  typealias Copy = Result<DownloadedFile, FetchError>

  /// The fetched copy for each address; nil for those that aren't on the web. Cold; never fails.
  func copies(of addresses: [PhotoAddress]) -> Single<[Copy?], CollageError> {
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
    _ sidecars: SidecarFinder, isCancelled: @escaping () -> Bool
  ) throws(PhotoError) -> Photo {
    switch (address, copy) {
    case (.file(let path), _):
      return try Photo(at: path, limits: limits, sidecars, isCancelled: isCancelled)
    case (.web(let url), .success(let copy)):
      let credit = web?.credit(of: url.text)
      return try Photo(
        address, at: copy.path, copy: copy, credit: credit, limits: limits, isCancelled: isCancelled
      )
    case (.web, .failure(let error)): throw PhotoError(address, cause: .web(error))
    case (.web(let url), nil): throw PhotoError(address, cause: .url(url))
    }
  }
}

extension PhotoAddress {
  /// The URL to fetch; nil for a file, and for a URL that isn't of http or https.
  package var fetchedURL: String? { url.flatMap { $0.isWeb ? $0.text : nil } }
}
