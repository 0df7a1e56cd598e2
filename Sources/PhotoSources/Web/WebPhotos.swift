package import ReactiveTraits
internal import ThreadPool

/// Photos from the web. Users of the same URL share one fetch, and announced URLs are fetched ahead
/// of their use.
///
/// Thread-safe.
package final class WebPhotos: Sendable {
  /// The maximum number of photos that are fetched, or kept, before anybody has asked for them.
  private static let maxAhead = 32

  private struct State {
    var fetches: [String: SharedFetch] = [:]
    /// How many announced users each URL still has.
    var needs: [String: Int] = [:]
    /// Announced URLs whose fetch hasn't begun, in order. Some may no longer be needed.
    var announced: [String] = []
    /// Running and finished fetches that nobody has asked for yet.
    var ahead: [String: SharedFetch] = [:]
  }

  private let fetcher: WebFetcher
  private let credits: CreditStore?
  private let maxBytesAhead: Int
  private let state = Locked(State())

  /// - Parameters:
  ///   - maxBytesAhead: no further photo is fetched ahead while those that wait to be used have
  ///     this many bytes.
  ///   - credits: knows the photos' authors and licences; nil if nobody asks for them.
  package init(_ fetcher: WebFetcher, maxBytesAhead: Int = .max, credits: CreditStore? = nil) {
    self.fetcher = fetcher
    self.credits = credits
    self.maxBytesAhead = maxBytesAhead
  }

  /// The progress on subscription, then after each change; never fails or finishes. Arrives on any
  /// thread.
  package var progress: RelayStream<FetchProgress> { fetcher.progress }

  /// The pictures at these URLs, in order, each with its file or its failure: one value, then
  /// finished; never fails. Cold. See `WebFetcher.photo(at:)`.
  package func files<Failure: Error>(at urls: [String]) -> Single<
    [Result<DownloadedFile, FetchError>], Failure
  > {
    .all(urls.map { file(at: $0) })
  }

  /// The picture at a URL; or a failure. Joins a fetch that is running, which then goes on even if
  /// other users cancel.
  package func file(at url: String) -> Single<DownloadedFile, FetchError> {
    .create { [self] cancellation, end in
      let fetch = take(url)
      let id = fetch.add { [self] result in
        if leave(url, fetch) { fetch.cancel() }
        end(result)
      }
      cancellation.onCancel { [self] in
        guard fetch.remove(id) else { return }
        if leave(url, fetch) { fetch.cancel { end(nil) } } else { end(nil) }
      }
      fetch.start()
    }
  }

  /// The author and licence of the picture at a URL; nil if they aren't known.
  ///
  /// - Cost: that of reading a small file.
  package func credit(of url: String) -> PhotoCredit? { credits?.credit(of: url) }

  /// Cancels everything, and returns once all transfers have stopped.
  package func close() {
    let fetches = state.withLock { state in
      defer { state = State() }
      return state.fetches.values
    }
    for fetch in fetches { fetch.cancel() }
    for fetch in fetches { fetch.waitForStop() }
  }

  // MARK: Fetching ahead

  /// Announces that these URLs will be asked for. They are fetched as soon as the limits allow, and
  /// kept until `release`.
  package func expect(_ urls: [String]) {
    guard !urls.isEmpty else { return }
    state.withLock { state in
      for url in urls {
        state.needs[url, default: 0] += 1
        if state.needs[url] == 1, state.fetches[url] == nil { state.announced.append(url) }
      }
    }
    fetchAhead()
  }

  /// Withdraws an announcement, whether or not the URLs were asked for.
  package func release(_ urls: [String]) {
    guard !urls.isEmpty else { return }
    let dropped = state.withLock { state in
      urls.compactMap { url -> SharedFetch? in
        let left = state.needs[url, default: 1] - 1
        state.needs[url] = left > 0 ? left : nil
        guard left <= 0 else { return nil }
        state.ahead[url] = nil
        guard let fetch = state.fetches[url], !fetch.hasUsers else { return nil }
        state.fetches[url] = nil
        return fetch
      }
    }
    for fetch in dropped { fetch.cancel() }
    fetchAhead()
  }

  private func fetchAhead() {
    let begun: [SharedFetch] = state.withLock { [self] state in
      var begun: [SharedFetch] = []
      guard !state.announced.isEmpty, state.ahead.count < Self.maxAhead,
        state.ahead.values.reduce(0, { $0 + $1.size }) < maxBytesAhead
      else { return begun }
      while let url = state.announced.first, state.ahead.count < Self.maxAhead {
        state.announced.removeFirst()
        guard state.fetches[url] == nil, state.needs[url] != nil else { continue }
        let fetch = SharedFetch(url, by: fetcher)
        state.fetches[url] = fetch
        state.ahead[url] = fetch
        begun.append(fetch)
      }
      return begun
    }
    for fetch in begun { fetch.start() }
  }

  // MARK: Sharing

  /// The fetch of a URL, with one more user.
  private func take(_ url: String) -> SharedFetch {
    let fetch = state.withLock { [self] state in
      let fetch = state.fetches[url] ?? SharedFetch(url, by: fetcher)
      fetch.addUser()
      state.fetches[url] = fetch
      state.ahead[url] = nil
      return fetch
    }
    fetchAhead()
    return fetch
  }

  /// Ends one user's interest in a fetch, which is forgotten when nobody else needs it.
  ///
  /// - Returns: whether it was forgotten, so that the caller must cancel it.
  private func leave(_ url: String, _ fetch: SharedFetch) -> Bool {
    state.withLock { state in
      guard fetch.removeUser() == 0, state.needs[url] == nil else { return false }
      if state.fetches[url] === fetch { state.fetches[url] = nil }
      return true
    }
  }
}
