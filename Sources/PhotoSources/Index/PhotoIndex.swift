package import ReactiveTraits
package import SystemPackage
internal import ThreadPool

/// The photos in some folders and all folders below them: regular files whose first bytes are those
/// of a photo, whatever their names.
///
/// Hidden names, whatever can't be read, the library, whose pictures are collages, and what
/// `PhotoExclusions` leaves out are skipped; but a folder that the user named is always read. Takes
/// 64 bytes for each photo plus its name, and 40 more once its header was read.
package final class PhotoIndex: Sendable {
  /// The longest time from finding a photo to publishing a state with it.
  private static let publishingInterval = Duration.milliseconds(50)

  private struct Growth {
    var state = PhotoIndexState()
    var published: ContinuousClock.Instant?
  }

  private let folders: [FilePath]
  private let library: FilePath?
  private let exclusions: PhotoExclusions
  private let records: PhotoRecords?
  private let relay = Relay(PhotoIndexState())

  /// Reads nothing yet.
  ///
  /// - Parameters:
  ///   - folders: where to search; relative paths start from the working folder.
  ///   - library: where collages are saved; nil if that is unknown.
  ///   - exclusions: what else is left out.
  ///   - records: what earlier runs have found; what this one finds is added. Nil to leave the disk
  ///     alone.
  package init(
    _ folders: [FilePath], excluding library: FilePath? = nil,
    _ exclusions: PhotoExclusions = PhotoExclusions(), records: PhotoRecords? = nil
  ) {
    self.folders = folders
    self.library = library
    self.exclusions = exclusions
    self.records = records
  }

  /// The current state on subscription, then a new one whenever more was found, at most some 20 per
  /// second, and the complete one; never fails or finishes. Arrives on the scanning threads.
  package var states: RelayStream<PhotoIndexState> { relay.publisher }

  /// Empties the index and reads the folders: one value, the complete state, then finished; or a
  /// failure if one of the folders given to the index can't be read. Cold; only one scan of an
  /// index may run at a time.
  ///
  /// Runs in the background on a few threads, or on the waiting thread and those that are free.
  /// Cancelling stops it within a file; what was found until then stays in the index.
  ///
  /// - Parameter query: files that can't match it, judging by their paths, are skipped without
  ///   being read; nil to skip none.
  /// - Cost: for each file that isn't in the records, opening it and reading its first bytes: about
  ///   10 µs if they are cached; for the others a look at its state, about 1 µs.
  package func scan(for query: SearchQuery? = nil) -> Single<PhotoIndexState, PhotoIndexError> {
    .work { [self] cancellation throws(PhotoIndexError) in
      relay.accept(PhotoIndexState())
      let growth = Locked(Growth())
      let scan = FolderScan(
        excluding: library, exclusions, query, records, cancellation: cancellation
      ) { [relay] finding in
        let due: PhotoIndexState? = growth.withLock { growth in
          growth.state.append(finding)
          let now = ContinuousClock.now
          guard growth.published.map({ now - $0 >= Self.publishingInterval }) ?? true else {
            return nil
          }
          growth.published = now
          return growth.state
        }
        if let due { relay.update { if $0.photoCount < due.photoCount { $0 = due } } }
      }
      defer { records?.save() }
      try scan.run(folders)
      var state = growth.withLock { $0.state }
      state.records = records
      state.isComplete = !cancellation.isCancelled
      relay.accept(state)
      return state
    }
  }
}
