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
    /// What is wrong with lines that name no file.
    var complaints: [String]
    /// The folders that were named.
    var folders: [Folder]
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
    var files: [FilePath] = []
    var urlErrors: [PhotoError] = []
    var complaints: [String] = []
    var folders: [Folder] = []

    init(limits: DecodeLimits) { self.limits = limits }

    mutating func add(_ words: [PathWord], _ expandsWords: Bool) {
      for word in words {
        if let error = word.urlError {
          urlErrors.append(error)
        } else if expandsWords, let pictures = word.pictures, !pictures.isEmpty {
          folders.append(Folder(path: word.path, pictures: pictures))
          files += pictures
        } else {
          files += expandsWords ? word.files : [word.path]
        }
      }
    }
  }

  private let requests = Signal<Request>()
  private let source: PhotoSource
  private let bag = CancellableBag()
  /// Completions of the requests that are under way, first in, first out.
  private var completions: [(Found) -> Void] = []
  /// The files whose headers are being read, in the same order.
  private var foundFiles: [FoundFiles] = []

  /// - Parameter queue: the front's serial queue; with `immediate` everything happens before `choose` returns.
  init(deliveringOn queue: WorkQueue) {
    source = PhotoSource(deliveringOn: queue)
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
        self?.source.choose(found.files, limits: found.limits)
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
        photos: batch.photos, failures: found.urlErrors + batch.failures, complaints: found.complaints,
        folders: found.folders))
  }
}
