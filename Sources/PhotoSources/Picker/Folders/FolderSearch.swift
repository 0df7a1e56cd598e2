internal import Dispatch
internal import OpenCombine
internal import ReactiveTraits
internal import ThreadPool

/// One search of a picker in folders: it runs at once, and again whenever more photos or headers
/// are known.
///
/// Only one run at a time: the next one sees whatever changes meanwhile. A run that can't decide
/// about some photos reads some of their headers, which counts as a change.
final class FolderSearch: Sendable {
  /// The shortest time from the start of one run to the next, if only more photos were found.
  private static let interval = Duration.milliseconds(100)
  /// How long headers are read before the next run.
  private static let readingTime = Duration.milliseconds(100)

  private enum Phase {
    case idle
    case running
    case runningAndChanged
    /// Waits until the interval is over; `drop` cancels that.
    case waiting(drop: @Sendable () -> Void)
  }

  /// A queue of its own, so that it doesn't wait for slow work of others.
  private let queue = DispatchQueue(label: "collage.folder-search", qos: .userInitiated)
  private let query: SearchQuery
  private let order: SearchOrder
  private let catalogue: PhotoCatalogue
  private let timers: any TimerScheduler
  private let found = Relay<PickerResults?>(nil)
  private let window = Locked(0..<0)
  private let phase = Locked(Phase.idle)
  private let cancellation = Cancellation()
  private let bag = CancellableBag()

  init(
    _ query: SearchQuery, order: SearchOrder, in catalogue: PhotoCatalogue,
    _ timers: any TimerScheduler
  ) {
    self.query = query
    self.order = order
    self.catalogue = catalogue
    self.timers = timers
  }

  /// Never finishes or fails.
  var results: AnyPublisher<PickerResults, Never> {
    found.publisher.compactMap { $0 }.eraseToAnyPublisher()
  }

  /// - Parameter window: the indices of the hits whose headers are read first.
  func start(window: RelayStream<Range<Int>>) {
    window.sink { [weak self] range in self?.window.withLock { $0 = range } }.store(in: bag)
    catalogue.content.publisher.sink { [weak self] _ in self?.contentChanged() }.store(in: bag)
  }

  /// Stops what runs; nothing new begins.
  func cancel() {
    cancellation.cancel()
    bag.cancelAll()
    if case .waiting(let drop) = phase.withLock({ $0 }) { drop() }
  }

  private func contentChanged() {
    let mustRun = phase.withLock { phase in
      switch phase {
      case .idle:
        phase = .running
        return true
      case .running: phase = .runningAndChanged
      case .runningAndChanged, .waiting: break
      }
      return false
    }
    if mustRun { startRun() }
  }

  private func startRun() {
    queue.async { self.run() }
  }

  private func run() {
    let start = timers.now
    // Show the first hits without waiting until photos that were just found are sorted.
    if found.value == nil, catalogue.content.value.isScanning {
      let sorted = catalogue.latest(in: order)
      if !sorted.places.isEmpty { _ = search(sorted) }
    }
    while !cancellation.isCancelled {
      phase.withLock { $0 = .running }
      let sorted = catalogue.photos(in: order)
      guard let unread = search(sorted), !unread.isEmpty else { break }
      readHeaders(of: unread, in: sorted.blocks)
      sorted.content.index.records?.saveIfDue()
      catalogue.content.update { $0.headersRead += 1 }
    }
    catalogue.content.value.index.records?.save()
    phase.withLock { phase in
      guard case .runningAndChanged = phase, !cancellation.isCancelled else {
        phase = .idle
        return
      }
      let drop = timers.schedule(after: max(Self.interval - (timers.now - start), .zero)) {
        [weak self] in
        self?.startRun()
      }
      phase = .waiting(drop: drop)
    }
    // If it was cancelled before the phase was set, the timer could not be dropped then.
    if cancellation.isCancelled { cancel() }
  }

  /// Reads headers for a short time, in this order. The facts are kept in the blocks.
  private func readHeaders(of places: [PhotoPlace], in blocks: [PhotoBlock]) {
    let end = ContinuousClock.now + Self.readingTime
    let isOver = Cancellation { [cancellation] in
      cancellation.isCancelled || ContinuousClock.now >= end
    }
    _ = ThreadPool.shared.map(places, isOver) { [cancellation] place in
      blocks[Int(place.block)].facts(Int(place.index), isCancelled: { cancellation.isCancelled })
    }
  }

  /// Searches photos and publishes the results.
  ///
  /// - Returns: the photos whose headers must be read because the results depend on them, visible
  ///   ones first; nil when cancelled.
  private func search(_ sorted: SortedPhotos) -> [PhotoPlace]? {
    let matches = SearchMatches(of: query, in: sorted.blocks, sorted: order, cancellation)
    guard !cancellation.isCancelled else { return nil }
    let places = sorted.places
    let hits = query.terms.isEmpty ? places : places.filter(matches.isHit)
    let unread = places.filter(matches.isUnread)
    if hits.isEmpty, unread.isEmpty, !sorted.content.isScanning {
      return explainNothing(sorted, matches)
    }
    publish(hits, sorted, matches, isSearching: !unread.isEmpty)
    guard !unread.isEmpty else { return [] }
    let visible = hits[window.withLock { $0 }.clamped(to: hits.indices)].filter(matches.isUnread)
    return visible + unread
  }

  /// Publishes that nothing was found, and what the words would find with keys before them.
  ///
  /// - Returns: the photos whose headers must be read to know that; nil when cancelled.
  private func explainNothing(
    _ sorted: SortedPhotos, _ matches: SearchMatches
  ) -> [PhotoPlace]? {
    let words = KeyedWords(of: query, in: sorted.blocks, cancellation)
    guard !cancellation.isCancelled else { return nil }
    let unread = words.unread.enumerated().flatMap { block, photos in
      photos.places.map { PhotoPlace(block: Int32(block), index: Int32($0), rank: 0) }
    }
    publish([], sorted, matches, words.found, isSearching: !unread.isEmpty)
    return unread
  }

  private func publish(
    _ hits: [PhotoPlace], _ sorted: SortedPhotos, _ matches: SearchMatches,
    _ keyedWords: [SearchResult.KeyedWord] = [], isSearching: Bool
  ) {
    var results = PickerResults()
    results.hits = PickerHits(FoundFiles(blocks: sorted.blocks, places: hits))
    results.photoCount = sorted.content.index.photoCount
    results.collageCount = sorted.content.index.collageCount
    results.isScanning = sorted.content.isScanning
    results.isSearching = isSearching
    results.hidden = matches.hidden
    results.keyedWords = keyedWords
    results.unreadable = sorted.content.index.unreadable
    results.failure = sorted.content.failure.map { .folder($0) }
    found.accept(results)
  }
}

extension SearchMatches {
  fileprivate func isHit(_ place: PhotoPlace) -> Bool {
    blocks[Int(place.block)].photos.contains(Int(place.index))
  }

  fileprivate func isUnread(_ place: PhotoPlace) -> Bool {
    blocks[Int(place.block)].unread.contains(Int(place.index))
  }
}
