package import PhotoCodecs
package import PhotoSources
package import ReactiveTraits
package import SystemPackage

/// Finds the photos of saved collages again. A file is the photo that a recipe names only if its
/// bytes are the same. Folders and photos are read once, so use a finder for one search, or for
/// several while nothing changes.
package final class PhotoFinder: Sendable {
  private let places: PhotoPlaces?
  private let tree: PictureTree
  private let web: WebPhotos?

  /// - Parameters:
  ///   - places: the remembered places; nil to use none.
  ///   - folders: where to search for photos that have been moved, including all folders below.
  ///   - web: fetches the photos that came from the web; nil to fetch none.
  package init(places: PhotoPlaces?, folders: [FilePath] = [], web: WebPhotos? = nil) {
    self.places = places
    self.web = web
    tree = PictureTree(folders)
  }

  /// The photo, if it is found: where it was, on disk or on the web, when a collage was last made
  /// of it, or where a copy of it was; else in the folders, first under its name, then under any.
  /// Finishes without a photo if it is nowhere.
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

  /// The photo at the recorded URL, if it still has the right bytes. Whatever else happens, the
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
        // The header alone rules out most wrong candidates.
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
