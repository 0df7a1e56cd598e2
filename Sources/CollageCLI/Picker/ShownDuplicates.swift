internal import Dispatch
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits

/// Which photos on a picker's page have the same bytes as one before them; found in the background.
///
/// Must be used on the front's queue only.
final class ShownDuplicates: @unchecked Sendable {
  private struct Request: Hashable {
    let page: Range<Int>
    let count: Int
    let first: PickerPhoto?
    let last: PickerPhoto?
  }

  private(set) var repeated: Set<PickerPhoto.ID> = []
  private let finder: DuplicateFinder
  private let queue: DispatchQueue
  private let changed: () -> Void
  private var request: Request?
  private var search: AnyCancellable?

  init(_ finder: DuplicateFinder, on queue: DispatchQueue, changed: @escaping () -> Void) {
    self.finder = finder
    self.queue = queue
    self.changed = changed
  }

  /// - Parameter isOutdated: whether other hits will soon take the place of these; what is known stays until then.
  func show(_ page: Range<Int>, of hits: PickerHits, isOutdated: Bool) {
    guard !isOutdated else { return }
    let request = Request(
      page: page, count: hits.count, first: page.isEmpty ? nil : hits[page.lowerBound],
      last: page.isEmpty ? nil : hits[page.upperBound - 1])
    guard request != self.request else { return }
    self.request = request
    search = Self.repeated(page, of: hits, finder)
      .receive(on: WorkQueue.queue(queue))
      .sink { [weak self] repeated in
        guard let self, repeated != self.repeated else { return }
        self.repeated = repeated
        changed()
      }
  }

  func stop() { search = nil }

  private static func repeated(
    _ page: Range<Int>, of hits: PickerHits, _ finder: DuplicateFinder
  ) -> AnyPublisher<Set<PickerPhoto.ID>, Never> {
    Single<[IndexedPhoto], Never>.work { _ in hits.files }
      .map { files in
        finder.duplicates(among: files, shown: page)
          .map { duplicates in Set(page.filter(duplicates.isRepeated).map { hits[$0].id }) }
      }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}

extension PickerHits {
  /// - Cost: 24 bytes a photo.
  fileprivate var files: [IndexedPhoto] {
    compactMap { if case .file(let photo) = $0 { photo } else { nil } }
  }
}
