internal import Files
package import PhotoCodecs
package import PhotoSources
package import ReactiveTraits
internal import SystemPackage

/// Chooses photos among those in folders and those that are named one by one.
package struct PhotoChooser: Sendable {
  private let choice: PhotoChoice
  private let store: TraitsStore?
  private let limits: DecodeLimits

  /// - Parameters:
  ///   - store: keeps what is measured of photos; nil to leave the disk alone.
  ///   - limits: photos that exceed them are never chosen.
  package init(
    _ choice: PhotoChoice, store: TraitsStore?, limits: DecodeLimits = DecodeLimits()
  ) {
    self.choice = choice
    self.store = store
    self.limits = limits
  }

  /// The chosen photos: one value, then finished; or a failure. Cold; works on a few threads.
  ///
  /// - Parameters:
  ///   - addresses: files and folders; a folder stands for its pictures, with `best` also for those
  ///     of its subfolders. With `best`, no URLs.
  ///   - report: called with the number of photos that were compared so far, and of all of them, on
  ///     any thread.
  package func photos(
    at addresses: [PhotoAddress], report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) -> Single<ChosenPhotos, CollageError> {
    .work { [choice, store, limits] cancellation throws(CollageError) in
      let all = try PictureFolder.expanded(addresses, withSubfolders: choice != .all)
      guard case .best(let count) = choice else { return ChosenPhotos(all.map(\.address)) }
      let paths = all.compactMap(\.address.file)
      precondition(paths.count == all.count, "only files can be compared")
      let search = SeriesSearch(store: store, limits: limits)
      let series = search.series(among: paths) { report($0, paths.count) }
      guard case .success(let found)? = series.wait(cancelledBy: cancellation),
        !cancellation.isCancelled
      else { throw .cancelled }
      if found.series.isEmpty, !found.failures.isEmpty {
        throw .photos(found.failures.map(PhotoError.init))
      }
      let allowed = found.withoutRejected { all[$0].isNamed }
      return ChosenPhotos(BestPhotos.chosen(count, of: allowed), of: allowed, wanted: count)
    }
  }
}

private struct ExpandedAddress {
  let address: PhotoAddress
  /// Whether it was named by itself, and not as part of a folder.
  let isNamed: Bool
}

extension PictureFolder {
  /// Addresses with the pictures of folders in their places, each in natural order.
  ///
  /// - Parameter withSubfolders: whether those of subfolders are among them.
  /// - Throws: `photos` with each folder that can't be read or has no pictures, and each file that
  ///   isn't there.
  fileprivate static func expanded(
    _ addresses: [PhotoAddress], withSubfolders: Bool
  ) throws(CollageError) -> [ExpandedAddress] {
    var expanded: [ExpandedAddress] = []
    var failures: [PhotoError] = []
    for address in addresses {
      guard let path = address.file else {
        expanded.append(ExpandedAddress(address: address, isNamed: true))
        continue
      }
      do throws(Errno) {
        guard try path.stat().type == .directory else {
          expanded.append(ExpandedAddress(address: address, isNamed: true))
          continue
        }
        let pictures = withSubfolders ? try allPictures(in: path) : try pictures(in: path)
        if pictures.isEmpty { failures.append(PhotoError(path: path, cause: .folder(pictures: 0))) }
        expanded += pictures.map { ExpandedAddress(address: .file($0), isNamed: false) }
      } catch {
        failures.append(PhotoError(path: path, cause: .file(PhotoFileError(error))))
      }
    }
    guard failures.isEmpty else { throw .photos(failures) }
    return expanded
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
