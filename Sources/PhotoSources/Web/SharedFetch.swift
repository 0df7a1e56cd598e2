internal import Dispatch
internal import OpenCombine
internal import ReactiveTraits
internal import ThreadPool

/// A fetch that several users can wait for. It keeps the result.
final class SharedFetch: Sendable {
  typealias Outcome = Result<DownloadedFile, FetchError>
  typealias Receiver = @Sendable (Outcome) -> Void

  private struct State {
    /// Set when it starts, and also when it is cancelled, so that it won't start later.
    var hasBegun = false
    var outcome: Outcome?
    var receivers: [Int: Receiver] = [:]
    var nextID = 0
    var users = 0
  }

  private let fetcher: WebFetcher
  private let url: String
  private let state = Locked(State())
  private let subscription = CancellableBag()
  /// Has a member until the fetch has stopped.
  private let underWay = DispatchGroup()

  init(_ url: String, by fetcher: WebFetcher) {
    self.url = url
    self.fetcher = fetcher
  }

  /// The size of what was fetched, in bytes; 0 until then.
  var size: Int { state.withLock { (try? $0.outcome?.get())?.size ?? 0 } }

  var hasUsers: Bool { state.withLock { $0.users > 0 } }

  func addUser() { state.withLock { $0.users += 1 } }

  /// Returns how many users are left.
  func removeUser() -> Int {
    state.withLock { state in
      state.users -= 1
      return state.users
    }
  }

  /// Starts the fetch, unless it was started or cancelled before.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { return }
    // These call subscribers, so they must run without the lock on the state.
    Single<DownloadedFile, FetchError>.using(
      { [fetcher] () throws(FetchError) in fetcher.update { $0.requested += 1 } },
      release: { [fetcher] _, _ in fetcher.update { $0.ended += 1 } },
      work: { [fetcher, url] _ in fetcher.photo(at: url) }
    )
    .tracked(by: underWay)
    .sink { [weak self] completion in
      if case .failure(let error) = completion { self?.finish(.failure(error)) }
    } receiveValue: { [weak self] file in
      self?.finish(.success(file))
    }
    .store(in: subscription)
  }

  /// Stops the fetch.
  func cancel() {
    state.withLock { $0.hasBegun = true }
    subscription.cancelAll()
  }

  /// Stops the fetch, and calls `stopped` once nothing of it is left.
  func cancel(_ stopped: @escaping @Sendable () -> Void) {
    cancel()
    underWay.notify(queue: .global(qos: .userInitiated), execute: stopped)
  }

  /// Blocks until it has stopped.
  func waitForStop() { underWay.wait() }

  /// Calls `receiver` with the outcome: at once if there is one, else when it arrives. Returns a
  /// number for `remove`.
  func add(_ receiver: @escaping Receiver) -> Int {
    let (id, outcome) = state.withLock { state in
      state.nextID += 1
      if state.outcome == nil { state.receivers[state.nextID] = receiver }
      return (state.nextID, state.outcome)
    }
    if let outcome { receiver(outcome) }
    return id
  }

  /// Removes a receiver; returns false if it was called, or is being called.
  func remove(_ id: Int) -> Bool { state.withLock { $0.receivers.removeValue(forKey: id) != nil } }

  private func finish(_ outcome: Outcome) {
    let receivers = state.withLock { state in
      state.outcome = outcome
      defer { state.receivers = [:] }
      return state.receivers
    }
    for (_, receiver) in receivers.sorted(by: { $0.key < $1.key }) { receiver(outcome) }
  }
}
