internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// Finds the files that words name and reads their headers. Both happen in the background: folders, patterns and disks
/// can be slow.
///
/// Must be used on the front's queue only; results arrive there, in the order in which they were asked for.
final class PhotoChooser {
  /// The photos that were found, and why others were not.
  struct Found {
    var photos: [Photo]
    var failures: [PhotoError]
  }

  private struct Request: Sendable {
    let words: [PathWord]
    let expandsWords: Bool

    var urlErrors: [PhotoError] { words.compactMap(\.urlError) }
    var files: [FilePath] { words.filter { $0.urlError == nil }.flatMap { expandsWords ? $0.files : [$0.path] } }
  }

  private let requests = Signal<Request>()
  private let source: PhotoSource
  private let bag = CancellableBag()
  /// Completions of the requests that are under way, first in, first out.
  private var completions: [(Found) -> Void] = []
  /// What was wrong with the words whose headers are being read, in the same order.
  private var urlErrors: [[PhotoError]] = []

  /// - Parameter queue: the front's serial queue; with `immediate` everything happens before `choose` returns.
  init(limits: DecodeLimits, deliveringOn queue: WorkQueue) {
    source = PhotoSource(limits: limits, deliveringOn: queue)
    let searching: WorkQueue =
      switch queue {
      case .queue: .queue(DispatchQueue(label: "collage.searching", qos: .userInitiated))
      case .immediate: .immediate
      }
    requests.publisher
      .receive(on: searching)
      .map { request in (request.urlErrors, request.files) }
      .receive(on: queue)
      .sink { [weak self] errors, files in
        self?.urlErrors.append(errors)
        self?.source.choose(files)
      }
      .store(in: bag)
    source.batches
      .sink { [weak self] batch in self?.finish(batch) }
      .store(in: bag)
  }

  /// Finds photos; `completion` is called once, unless the chooser is closed before.
  ///
  /// - Parameter expandsWords: whether a word may also be a pattern or a folder, for all photos in it.
  func choose(_ words: [PathWord], expandsWords: Bool = true, completion: @escaping (Found) -> Void) {
    completions.append(completion)
    requests.accept(Request(words: words, expandsWords: expandsWords))
  }

  /// Delivers nothing more.
  func close() {
    source.close()
    bag.cancelAll()
    completions = []
  }

  private func finish(_ batch: PhotoBatch) {
    let failures = urlErrors.removeFirst() + batch.failures
    completions.removeFirst()(Found(photos: batch.photos, failures: failures))
  }
}
