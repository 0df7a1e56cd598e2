package import ReactiveTraits

extension ThumbnailLoader {
  /// A thumbnail of a photo on the web: from memory, else from the small picture that the service
  /// offers, which is fetched through the web cache. One value, then finished; or a failure. Cold.
  /// It isn't stored among the desktop's thumbnails, because these are of files.
  ///
  /// - Parameter web: cancelling ends a fetch that nobody else is waiting for.
  package func thumbnail(
    of photo: WebPhoto, _ size: ThumbnailSize, from web: WebPhotos
  ) -> Single<Thumbnail, WebThumbnailError> {
    guard let url = photo.thumbnail else { return .fail(.none) }
    let key = ThumbnailKey(path: Array(url.utf8), size: size)
    let fetching = web.file(at: url)
      .mapError { WebThumbnailError.fetch($0) }
      .flatMap { [self] copy in
        thumbnail(of: .copy(copy), key).mapError { WebThumbnailError.thumbnail($0) }
      }
    return Single<Thumbnail?, WebThumbnailError>.create { [self] _, end in
      end(.success(cached(key).flatMap { try? $0.get() }))
    }
    .flatMap { known in known.map { .just($0) } ?? fetching }
  }
}

/// Why there is no thumbnail of a photo on the web. The photo itself may still be usable.
package enum WebThumbnailError: Error, Hashable, Sendable {
  /// The service offers no small picture.
  case none
  case fetch(FetchError)
  case thumbnail(ThumbnailError)
}

extension WebThumbnailError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "no thumbnail"
    case .fetch(let error): error.description
    case .thumbnail(let error): error.description
    }
  }
}
