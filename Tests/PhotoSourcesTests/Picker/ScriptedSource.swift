import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import ThreadPool

@testable import PhotoSources

/// A source whose results the test delivers.
final class ScriptedSource: PickerSource {
  /// A search that was begun.
  struct Search: Sendable {
    let request: PickerRequest
    let results: Relay<PickerResults?>
    let window: Relay<Range<Int>>
    let isCancelled: Relay<Bool>

    func emit(_ names: [String], isScanning: Bool = false, failure: PickerFailure? = nil) {
      var found = PickerResults()
      found.hits = PickerHits(names.map { PickerPhoto($0) })
      found.photoCount = names.count
      found.isScanning = isScanning
      found.failure = failure
      results.accept(found)
    }
  }

  private let begun = Locked<[Search]>([])
  private let workEvents = Relay<[String]>([])

  var searches: [Search] { begun.withLock { $0 } }
  var words: [String] {
    searches.map {
      $0.request.words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "+")
    }
  }
  var workLog: [String] { workEvents.value }

  var work: Completable<Never> {
    .create { [workEvents] cancellation, end in
      workEvents.update { $0.append("begun") }
      cancellation.onCancel {
        workEvents.update { $0.append("cancelled") }
        end(nil)
      }
    }
  }

  func results(
    for request: PickerRequest, window: RelayStream<Range<Int>>
  ) throws(SearchTermError) -> AnyPublisher<PickerResults, Never> {
    _ = try SearchQuery(request.words)
    let search = Search(
      request: request, results: Relay(nil), window: Relay(0..<0), isCancelled: Relay(false))
    begun.withLock { $0.append(search) }
    let watching = window.sink { search.window.accept($0) }
    return search.results.publisher.compactMap { $0 }
      .handleEvents(receiveCancel: {
        watching.cancel()
        search.isCancelled.accept(true)
      })
      .eraseToAnyPublisher()
  }
}

extension PickerPhoto {
  /// A file of that name in a folder that does not exist.
  init(_ name: String) {
    let picture = ScannedPicture(format: .png, identity: FileIdentity(ofNoFile: 0))
    let block = PhotoBlock(ScannedFolder(root: "/nowhere"), [(Array(name.utf8), picture)])
    self = .file(IndexedPhoto(block: block, index: 0))
  }

  var name: String {
    switch self {
    case .file(let photo): photo.name.string
    case .web(let photo): photo.name
    }
  }
}

extension PickerState {
  var names: [String] { hits.map(\.name) }
}

extension PhotoPicker {
  func type(_ term: String) { type(Array(term.utf8)) }
}
