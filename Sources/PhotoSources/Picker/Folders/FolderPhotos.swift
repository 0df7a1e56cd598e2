internal import Dispatch
package import OpenCombine
package import ReactiveTraits
package import SystemPackage

/// The photos in some folders and all folders below them, as a picker's source.
///
/// Its work is the scan. A search goes by what is known of a photo: until its header is read, its
/// date is the file's, and it meets no condition on its size or date. Headers are read in the
/// background if a search or the order by date needs them, those in the window first, and their
/// facts are kept.
package final class FolderPhotos: PickerSource {
  /// A queue of its own, so that a long scan leaves the background threads to others.
  private let queue = DispatchQueue(label: "collage.folder-scan", qos: .userInitiated)
  private let index: PhotoIndex
  private let timers: any TimerScheduler
  private let catalogue = PhotoCatalogue()

  /// Reads nothing yet.
  ///
  /// - Parameters:
  ///   - folders: where to search; relative paths start from the working folder.
  ///   - library: where collages are saved, which is skipped; nil if that is unknown.
  ///   - exclusions: what else is skipped.
  ///   - records: what earlier runs have found; nil to leave the disk alone.
  package init(
    _ folders: [FilePath], excluding library: FilePath? = nil,
    _ exclusions: PhotoExclusions = PhotoExclusions(), records: PhotoRecords? = nil,
    timers: any TimerScheduler = SystemTimers()
  ) {
    index = PhotoIndex(folders, excluding: library, exclusions, records: records)
    self.timers = timers
  }

  package var work: Completable<Never> {
    .using(
      { [index, content = catalogue.content] in
        content.update { $0 = FolderContent(isScanning: true, headersRead: $0.headersRead) }
        let bag = CancellableBag()
        index.states
          .sink { state in content.update { if !state.isComplete { $0.index = state } } }
          .store(in: bag)
        return bag
      },
      release: { bag, _ in bag.cancelAll() },
      work: { [index, catalogue, queue] _ in
        index.scan()
          .working(on: .queue(queue))
          .flatMap { state in
            catalogue.content.update { ($0.index, $0.isScanning) = (state, false) }
            return Completable<PhotoIndexError>.work { _ in catalogue.sort() }
          }
          .catch { failure in
            catalogue.content.update { ($0.isScanning, $0.failure) = (false, failure) }
            return .complete()
          }
      })
  }

  package func results(
    for request: PickerRequest, window: RelayStream<Range<Int>>
  ) throws(SearchTermError) -> AnyPublisher<PickerResults, Never> {
    let query = try SearchQuery(request.words)
    return Deferred { [catalogue, timers] in
      let search = FolderSearch(query, order: request.order, in: catalogue, timers)
      search.start(window: window)
      return search.results.handleEvents(receiveCancel: { search.cancel() })
    }
    .eraseToAnyPublisher()
  }
}
