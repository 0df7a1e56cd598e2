internal import Files
package import PhotoCodecs
package import PhotoSources
package import ReactiveTraits
package import SystemPackage

/// Chooses photos among those in folders and those that are named one by one.
package struct PhotoChooser: Sendable {
  private let choice: PhotoChoice
  private let reading: FolderReading
  private let store: TraitsStore?
  private let limits: DecodeLimits

  /// - Parameters:
  ///   - reading: how folders are read. With `best`, those below them count in any case.
  ///   - store: keeps what is measured of photos; nil to leave the disk alone.
  ///   - limits: photos that exceed them are never chosen.
  package init(
    _ choice: PhotoChoice, _ reading: FolderReading = FolderReading(), store: TraitsStore?,
    limits: DecodeLimits = DecodeLimits()
  ) {
    self.choice = choice
    self.reading = FolderReading(
      isRecursive: reading.isRecursive || choice != .all, takesCollages: reading.takesCollages)
    self.store = store
    self.limits = limits
  }

  /// The photos to choose from: one value, then finished; or a failure. Cold.
  ///
  /// - Parameters:
  ///   - addresses: files and folders; a folder stands for its pictures.
  ///   - library: the folder of saved collages, which isn't looked into below others; nil if that
  ///     is unknown.
  package func listed(
    _ addresses: [PhotoAddress], excluding library: FilePath? = nil
  ) -> Single<ListedPhotos, CollageError> {
    var reading = reading
    reading.library = reading.takesCollages ? nil : library
    return .work { [choice, reading] cancellation throws(CollageError) in
      try ListedPhotos(addresses, reading, needsAll: choice != .all, cancellation)
    }
  }

  /// The chosen photos: one value, then finished; or a failure. Cold; works on a few threads.
  ///
  /// - Parameters:
  ///   - all: with `best`, no URLs.
  ///   - report: called with the number of photos that were compared so far, and of all of them, on
  ///     any thread.
  package func photos(
    among all: ListedPhotos, report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) -> Single<ChosenPhotos, CollageError> {
    .work { [choice, store, limits] cancellation throws(CollageError) in
      guard case .best(let count) = choice else { return ChosenPhotos(all) }
      let paths = all.addresses.compactMap(\.file)
      precondition(paths.count == all.photos.count, "only files can be compared")
      let search = SeriesSearch(store: store, limits: limits)
      let series = search.series(among: paths) { report($0, paths.count) }
      guard case .success(let found)? = series.wait(cancelledBy: cancellation),
        !cancellation.isCancelled
      else { throw .cancelled }
      if found.series.isEmpty, !found.failures.isEmpty {
        throw .photos(found.failures.map(PhotoError.init))
      }
      let allowed = found.withoutRejected { all.photos[$0].isNamed }
      let chosen = BestPhotos.chosen(count, of: allowed)
      return ChosenPhotos(chosen, of: allowed, wanted: count, collageCount: all.collageCount)
    }
  }

  /// The photos chosen among those that files and folders give, likewise.
  package func photos(
    at addresses: [PhotoAddress]
  ) -> Single<ChosenPhotos, CollageError> {
    listed(addresses).flatMap { photos(among: $0) }
  }
}

extension PhotoError {
  /// A photo that can't be compared with others. Damaged ones are never chosen, even where damage
  /// is allowed.
  package init(_ failure: SeriesFailure) {
    switch failure.error {
    case .notOpened(let error): self.init(path: failure.path, cause: .file(error))
    case .notDecoded(.damaged(let reason, _)):
      self.init(path: failure.path, cause: .codec(.damaged(reason: reason)))
    case .notDecoded(let error): self.init(path: failure.path, cause: .codec(error))
    }
  }
}
