internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// Finds the photos that words name, fetches those on the web, and reads their headers. All that happens in the
/// background: folders, patterns, disks and the web can be slow.
///
/// Must be used on its queue only; results arrive there, in the order in which they were asked for.
final class PhotoChooser {
  /// The photos that were found, and why others were not.
  struct Found {
    var photos: [Photo]
    var failures: [PhotoError]
    /// What is wrong with lines that name no file.
    var complaints: [String]
    /// The folders that were named.
    var folders: [Folder]
    /// Whether `cancel` came before the photos were there; then there are none.
    var isCancelled: Bool
  }

  /// A folder that stands for the pictures in it.
  struct Folder: Hashable, Sendable {
    let path: FilePath
    let pictures: [FilePath]
  }

  private struct Request: Sendable {
    let lines: [PhotoLine]
    let expandsWords: Bool
    let limits: DecodeLimits

    /// Looks at the disk.
    func found() -> FoundFiles {
      var found = FoundFiles(limits: limits)
      for line in lines {
        switch line {
        case .words(let words): found.add(words, expandsWords)
        case .bare(let line):
          if let words = line.namedPhotos {
            found.add(words, expandsWords)
          } else {
            found.complaints.append(line.complaint)
          }
        }
      }
      return found
    }
  }

  private struct FoundFiles: Sendable {
    let limits: DecodeLimits
    var photos: [PhotoAddress] = []
    var complaints: [String] = []
    var folders: [Folder] = []

    init(limits: DecodeLimits) { self.limits = limits }

    mutating func add(_ words: [PathWord], _ expandsWords: Bool) {
      for word in words {
        if expandsWords, let pictures = word.pictures, !pictures.isEmpty {
          folders.append(Folder(path: word.path, pictures: pictures))
          photos += pictures.map(PhotoAddress.file)
        } else {
          photos += expandsWords ? word.photos : [word.address]
        }
      }
    }
  }

  private let requests = Signal<Request>()
  private let source: PhotoSource
  private let bag = CancellableBag()
  /// Completions of the requests that are under way, first in, first out.
  private var completions: [(Found) -> Void] = []
  /// What is being fetched and read, in the same order.
  private var foundFiles: [FoundFiles] = []

  /// - Parameters:
  ///   - queue: a serial queue; with `immediate` everything happens before `choose` returns.
  ///   - web: fetches photos from the web.
  ///   - stop: also stops what is under way.
  init(deliveringOn queue: WorkQueue, web: WebPhotos?, stop: Cancellation) {
    source = PhotoSource(deliveringOn: queue, web: web, stop: stop)
    let searching: WorkQueue =
      switch queue {
      case .queue: .queue(DispatchQueue(label: "collage.searching", qos: .userInitiated))
      case .immediate: .immediate
      }
    requests.publisher
      .receive(on: searching)
      .map { $0.found() }
      .receive(on: queue)
      .sink { [weak self] found in
        self?.foundFiles.append(found)
        self?.source.choose(found.photos, limits: found.limits)
      }
      .store(in: bag)
    source.batches
      .sink { [weak self] batch in self?.finish(batch) }
      .store(in: bag)
  }

  /// Finds photos; `completion` is called once, unless the chooser is closed before.
  ///
  /// - Parameter expandsWords: whether a word may also be a pattern or a folder, for all photos in it.
  func choose(
    _ lines: [PhotoLine], limits: DecodeLimits, expandsWords: Bool = true, completion: @escaping (Found) -> Void
  ) {
    completions.append(completion)
    requests.accept(Request(lines: lines, expandsWords: expandsWords, limits: limits))
  }

  /// Stops what is being fetched or read; its completion is called nonetheless.
  func cancel() { source.cancel() }

  /// Delivers nothing more.
  func close() {
    source.close()
    bag.cancelAll()
    completions = []
  }

  private func finish(_ batch: PhotoBatch) {
    let found = foundFiles.removeFirst()
    completions.removeFirst()(
      Found(
        photos: batch.photos, failures: batch.failures, complaints: found.complaints, folders: found.folders,
        isCancelled: batch.isCancelled))
  }
}
