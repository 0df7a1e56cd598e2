internal import OpenCombine
internal import ReactiveTraits

/// One search of a picker in folders: runs at once, and again when more photos or headers are known.
///
/// One run at a time: what changes meanwhile is seen by the next. A run that leaves photos undecided reads some of their
/// headers, which is a change.
final class FolderSearch: Sendable {
  /// From a run's start to that of the next, if only the scan went on.
  private static let interval = Duration.milliseconds(100)

  private enum Phase {
    case idle
    case running
    case runningAndChanged
    /// Waits until the interval is over; the function drops that.
    case waiting(drop: @Sendable () -> Void)
  }

  private let query: SearchQuery
  private let order: SearchOrder
  private let catalogue: PhotoCatalogue
  private let timers: any TimerScheduler
  private let found = Relay<PickerResults?>(nil)
  private let window = Locked(0..<0)
  private let phase = Locked(Phase.idle)
  private let cancellation = Cancellation()
  private let bag = CancellableBag()

  init(_ query: SearchQuery, order: SearchOrder, in catalogue: PhotoCatalogue, _ timers: any TimerScheduler) {
    self.query = query
    self.order = order
    self.catalogue = catalogue
    self.timers = timers
  }

  /// Never finishes or fails.
  var results: AnyPublisher<PickerResults, Never> { found.publisher.compactMap { $0 }.eraseToAnyPublisher() }

  /// - Parameter window: the places of the hits whose headers are read first.
  func start(window: AnyPublisher<Range<Int>, Never>) {
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
    if mustRun { WorkQueue.background.async { self.run() } }
  }

  private func run() {
    let start = timers.now
    var isUndecided = false
    repeat {
      phase.withLock { $0 = .running }
      isUndecided = runOnce()
    } while isUndecided && !cancellation.isCancelled
    phase.withLock { phase in
      guard case .runningAndChanged = phase, !cancellation.isCancelled else {
        phase = .idle
        return
      }
      let drop = timers.schedule(after: max(Self.interval - (timers.now - start), .zero)) { [weak self] in self?.run() }
      phase = .waiting(drop: drop)
    }
    // Whoever cancelled before the phase was set could not drop this.
    if cancellation.isCancelled { cancel() }
  }

  /// Searches what is known now, and publishes that; then reads headers for some time.
  ///
  /// - Returns: whether headers were read that change the results.
  private func runOnce() -> Bool {
    let (sorted, content) = catalogue.photos(in: order)
    let matches = SearchMatches(of: query, in: sorted.blocks, readsHeaders: false, cancellation)
    guard !cancellation.isCancelled else { return false }
    let hits = query.terms.isEmpty ? sorted.places : sorted.places.filter(matches.photos)
    let dependsOnHeaders = query.needsHeaders || order == .date
    let unread = dependsOnHeaders ? sorted.places.filter(matches.unread) : []
    publish(hits, sorted, matches, content, isSearching: !unread.isEmpty)
    guard !unread.isEmpty else { return false }
    let visible = hits[window.withLock { $0 }.clamped(to: hits.indices)].filter(matches.unread)
    HeaderReading(sorted.blocks).read(visible.isEmpty ? unread : visible, cancellation)
    guard !cancellation.isCancelled else { return false }
    catalogue.content.update { $0.headersRead += 1 }
    return true
  }

  private func publish(
    _ hits: [PhotoPlace], _ sorted: SortedPhotos, _ matches: SearchMatches, _ content: FolderContent, isSearching: Bool
  ) {
    var results = PickerResults()
    results.hits = PickerHits(FoundFiles(blocks: sorted.blocks, places: hits))
    results.photoCount = content.index.photoCount
    results.isScanning = content.isScanning
    results.isSearching = isSearching
    results.hidden = zip(query.terms, matches.hidden).map { SearchResult.Hidden(term: $0.text, count: $1) }
    results.unreadableFolders = content.index.unreadableFolders
    results.unreadableExample = content.index.unreadableExample
    results.failure = content.failure.map { .folder($0) }
    found.accept(results)
  }
}

extension SearchMatches {
  fileprivate func photos(_ place: PhotoPlace) -> Bool {
    blocks[Int(place.block)].photos.contains(Int(place.index))
  }

  fileprivate func unread(_ place: PhotoPlace) -> Bool {
    blocks[Int(place.block)].unread.contains(Int(place.index))
  }
}
