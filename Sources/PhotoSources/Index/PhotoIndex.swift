package import ReactiveTraits
package import SystemPackage
internal import ThreadPool

/// The photos in some folders and all folders below them: regular files whose first bytes are those
/// of a photo, whatever their names.
///
/// Left out are hidden names, what can't be read, and the library, whose pictures are collages; but
/// a folder that was named by the user is read in any case. Takes 32 bytes for each photo plus its
/// name, and 40 once its header was read.
package final class PhotoIndex: Sendable {
  /// How long photos may be known before the next state with them is published.
  private static let publishingInterval = Duration.milliseconds(50)

  private struct Growth {
    var state = PhotoIndexState()
    var published: ContinuousClock.Instant?
  }

  private let folders: [FilePath]
  private let library: FilePath?
  private let relay = Relay(PhotoIndexState())

  /// Reads nothing yet.
  ///
  /// - Parameters:
  ///   - folders: where to search; relative ones start from the working folder.
  ///   - library: where collages are saved; nil when that is unknown.
  package init(_ folders: [FilePath], excluding library: FilePath? = nil) {
    self.folders = folders
    self.library = library
  }

  /// The current state on subscription, then one each time when more was found, at most some 20 a
  /// second, and the complete one; never fails or finishes. Arrives on the scanning threads.
  package var states: RelayStream<PhotoIndexState> { relay.publisher }

  /// Empties the index and reads the folders: one value, the complete state, then finished; or a
  /// failure when one of the folders given to the index can't be read. Cold; only one scan of an
  /// index at a time.
  ///
  /// Runs in the background on a few threads, or on the waiting thread and those that are free.
  /// Cancelling stops it within a file; what was found by then stays in the index.
  ///
  /// - Parameter query: files that can't meet it by their paths are left out unread; nil for none.
  /// - Cost: for each file opening it and reading its first bytes, about 10 µs from memory.
  package func scan(for query: SearchQuery? = nil) -> Single<PhotoIndexState, PhotoIndexError> {
    .work { [self] cancellation throws(PhotoIndexError) in
      relay.accept(PhotoIndexState())
      let growth = Locked(Growth())
      let scan = FolderScan(excluding: library, query, cancellation: cancellation) {
        [relay] finding in
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
      try scan.run(folders)
      var state = growth.withLock { $0.state }
      state.isComplete = !cancellation.isCancelled
      relay.accept(state)
      return state
    }
  }
}
