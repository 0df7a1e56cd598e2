package import OpenCombine
package import ReactiveTraits
package import SystemPackage

/// The photos in some folders and all folders below them, as a picker's source.
///
/// Its work is the scan. A photo is found by what is known of it: until its header was read, its date is the file's, and
/// it meets no condition on its size or date. Headers are read in the background when a search or the order by date asks
/// for them, those in the window first, and what they say is kept.
package final class FolderPhotos: PickerSource {
  /// Reads nothing yet.
  ///
  /// - Parameters:
  ///   - folders: where to search; relative ones start from the working folder.
  ///   - library: where collages are saved, which is left out; nil when that is unknown.
  package init(
    _ folders: [FilePath], excluding library: FilePath? = nil, timers: any TimerScheduler = SystemTimers()
  ) { fatalError() }

  package var typingPause: Duration { fatalError() }
  package var work: Completable<Never> { fatalError() }
  package func results(
    for request: PickerRequest, window: AnyPublisher<Range<Int>, Never>
  ) throws(SearchTermError) -> AnyPublisher<PickerResults, Never> { fatalError() }
}
