package import PhotoCodecs
package import PhotoSources
package import ReactiveTraits
package import SystemPackage

/// Finds the photos of saved collages again: a photo is the one that a recipe names only if its
/// bytes are. Folders and photos are read once, so it is for one search, or for several at a time
/// when nothing changes.
package final class PhotoFinder: Sendable {
  private let places: PhotoPlaces?
  private let tree: PictureTree
  private let web: WebPhotos?

  /// - Parameters:
  ///   - places: what is remembered; nil for nothing.
  ///   - folders: where to look for photos that are not where they were, also in the folders below.
  ///   - web: fetches the photos that came from the web; nil to fetch none.
  package init(places: PhotoPlaces?, folders: [FilePath] = [], web: WebPhotos? = nil) {
    self.places = places
    self.web = web
    tree = PictureTree(folders)
  }

  /// The photo: where it was when a collage was made of it last, on the web too, or where a copy of
  /// it was; else in the folders, by its name, then whatever its name. Finishes without a photo
  /// when it is nowhere.
  ///
  /// Cold. Fails with `photos` when a folder can't be read; with `cancelled`.
  package func photo(_ entry: Recipe.Entry, limits: DecodeLimits) -> Maybe<Photo, CollageError> {
    guard let wanted = entry.missingPhoto, let digest = entry.digest else { return .empty() }
    if case .web = wanted.address {
      return fetched(wanted, digest, limits).ifEmpty(trying: renamed(wanted, digest, limits))
    }
    return search(wanted, digest, limits) { [places] _ in
      places?.path(of: digest, named: entry.name).map { [$0] } ?? []
    }
    .ifEmpty(
      trying: search(wanted, digest, limits) { [places] _ in places?.copies(of: digest) ?? [] }
    )
    .ifEmpty(trying: named(entry, wanted, digest, limits))
    .ifEmpty(trying: renamed(wanted, digest, limits))
  }

  /// What is at the recorded URL now, if it has the right bytes. Whatever else comes of it, the
  /// photo is missing.
  private func fetched(_ wanted: Photo, _ digest: Digest, _ limits: DecodeLimits) -> Maybe<
    Photo, CollageError
  > {
    PhotoIntake(web: web, limits: limits)
      .photos(at: [wanted.address])
      .flatMap { results -> Maybe<Photo, CollageError> in
        guard case .success(let photo)? = results.first, photo.copy?.digest == digest else {
          return .empty()
        }
        return .just(photo)
      }
  }

  private func named(
    _ entry: Recipe.Entry, _ wanted: Photo, _ digest: Digest, _ limits: DecodeLimits
  ) -> Maybe<Photo, CollageError> {
    guard let name = entry.fileName else { return .empty() }
    return search(wanted, digest, limits) { [tree] cancellation throws(CollageError) in
      try tree.pictures(named: name, cancellation)
    }
  }

  private func renamed(_ wanted: Photo, _ digest: Digest, _ limits: DecodeLimits) -> Maybe<
    Photo, CollageError
  > {
    search(wanted, digest, limits) { [tree] cancellation throws(CollageError) in
      try tree.pictures(like: wanted, limits: limits, cancellation)
    }
  }

  /// The first of some candidates that has the right bytes.
  private func search(
    _ wanted: Photo, _ digest: Digest, _ limits: DecodeLimits,
    among candidates: @escaping @Sendable (Cancellation) throws(CollageError) -> [FilePath]
  ) -> Maybe<Photo, CollageError> {
    .work { [tree] cancellation throws(CollageError) in
      for path in try candidates(cancellation) {
        // Most wrong ones are told by their headers.
        guard
          let photo = try? Photo(
            at: path, limits: limits, isCancelled: { cancellation.isCancelled }),
          photo.size == wanted.size, photo.header.orientation == wanted.header.orientation
        else { continue }
        if try tree.digest(of: path, cancellation) == digest { return photo }
      }
      if cancellation.isCancelled { throw .cancelled }
      return nil
    }
  }
}
