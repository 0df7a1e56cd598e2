internal import Dispatch
internal import Glibc
internal import Imaging
package import PhotoCodecs
package import ReactiveTraits
internal import ThreadPool

/// Loads thumbnails of photos: from memory, else from the desktop's store, else by decoding the
/// photo and storing the result.
///
/// Requests are served on a few threads in the order of their subscriptions, so request first what
/// is shown first. Thumbnails are stored when nobody is waiting for one.
package final class ThumbnailLoader: Sendable {
  /// The default limit on pixels kept in memory, in bytes; the least recently used thumbnails are
  /// dropped first.
  package static let defaultMemoryLimit = 48 << 20

  typealias Outcome = Result<Thumbnail, ThumbnailError>
  typealias End = @Sendable (Outcome?) -> Void

  /// One requested photo. Those who wait for it are kept in the loader's state.
  private final class Job: Sendable {
    let key: ThumbnailKey
    let origin: ThumbnailOrigin
    let cancellation = Cancellation()

    init(_ key: ThumbnailKey, _ origin: ThumbnailOrigin) {
      self.key = key
      self.origin = origin
    }
  }

  /// Somebody who waits for a job.
  private struct Waiter {
    let id: Int
    let end: End
  }

  private struct ActiveJob {
    let job: Job
    var waiting: [Waiter]
  }

  private enum Task {
    case load(Job)
    case store(ThumbnailSource.Storing)
  }

  private struct State {
    /// Thumbnails, and reasons why photos have none. The cost is in bytes.
    var memory: LRUCache<ThumbnailKey, Outcome>
    /// The jobs that somebody is waiting for.
    var jobs: [ThumbnailKey: ActiveJob] = [:]
    /// In the order of the requests; some may have been cancelled.
    var pending: [Job] = []
    var storing: [ThumbnailSource.Storing] = []
    var storingBytes: Int { storing.reduce(0) { $0 + $1.bytes } }
    var threads = 0
    var nextID = 0

    /// The outcome in memory for this key, or for a larger thumbnail of the same photo; it now
    /// counts as used.
    mutating func outcome(for key: ThumbnailKey) -> Outcome? {
      for key in key.orLarger {
        if let outcome = memory.value(for: key) { return outcome }
      }
      return nil
    }

    /// - Returns: the outcomes that were dropped for it, to be released outside the lock.
    mutating func keep(_ outcome: Outcome, for key: ThumbnailKey) -> [Outcome] {
      let pixels = (try? outcome.get()).map { Raster.bytes(of: $0.raster.size) } ?? 0
      let bytes = pixels + ThumbnailLoader.entryBytes
      guard outcome.isLasting, bytes <= memory.limit else { return [] }
      return memory.insert(outcome, for: key, cost: bytes)
    }
  }

  /// The memory that an outcome takes in addition to its pixels, in bytes: a path, and its share of
  /// the table.
  private static let entryBytes = 512

  /// How many bytes of pixels may wait to be stored while photos are still being loaded.
  private static let maxStoringBytes = 8 << 20

  private let source: ThumbnailSource
  private let maxThreads: Int
  private let state: Locked<State>
  /// Has a member for each working thread.
  private let working = DispatchGroup()

  /// - Parameters:
  ///   - store: nil to leave the disk alone.
  ///   - background: shown behind photos that are not opaque.
  ///   - memoryLimit: in bytes.
  ///   - maxThreads: how many photos are decoded at once; nil for the number of processors.
  ///   - limits: photos that exceed them are not decoded.
  package init(
    store: ThumbnailStore?, background: ThumbnailBackground = .white,
    memoryLimit: Int = defaultMemoryLimit,
    maxThreads: Int? = nil, limits: DecodeLimits = DecodeLimits()
  ) {
    source = ThumbnailSource(store: store, background: background, limits: limits)
    self.maxThreads = max(maxThreads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    state = Locked(State(memory: LRUCache(limit: memoryLimit)))
  }

  /// A thumbnail of a photo: one value, then finished; or a failure. Cold.
  ///
  /// A thumbnail in memory is delivered on the subscribing thread, any other on a background
  /// thread. A photo that is requested several times at once is decoded once. Cancelling removes a
  /// request that hasn't begun; one that has begun stops within a row of pixels, unless somebody
  /// else is waiting for it. The thumbnail is stored after it was delivered, once no photo is
  /// waiting to be decoded.
  ///
  /// - Parameter size: the longer side is at most this long, but a larger thumbnail may come from
  ///   memory.
  /// - Cost: a JPEG of 12 megapixels takes about 30 ms on one processor, a stored thumbnail of size
  ///   `large` 2 ms.
  package func thumbnail(of photo: IndexedPhoto, _ size: ThumbnailSize) -> Single<
    Thumbnail, ThumbnailError
  > {
    thumbnail(of: .file(photo), ThumbnailKey(photo, size))
  }

  /// Ends once nothing is left to decode or to store: finished, without a value. Cold. For programs
  /// that are about to exit, and for tests.
  package func idle() -> Completable<Never> {
    .create { [working] cancellation, end in
      cancellation.onCancel { end(nil) }
      working.notify(queue: .global(qos: .userInitiated)) { end(.success(())) }
    }
  }

  /// The outcome in memory: the thumbnail, or a larger one, or why there is none; nil if that isn't
  /// known. It now counts as used.
  func cached(_ key: ThumbnailKey) -> Outcome? { state.withLock { $0.outcome(for: key) } }

  func thumbnail(of origin: ThumbnailOrigin, _ key: ThumbnailKey) -> Single<
    Thumbnail, ThumbnailError
  > {
    .create { [self] cancellation, end in request(origin, key, cancellation, end) }
  }

  // MARK: Requests

  /// Calls `end` once: with the outcome, or with nil after a cancellation.
  private func request(
    _ origin: ThumbnailOrigin, _ key: ThumbnailKey, _ cancellation: Cancellation,
    _ end: @escaping End
  ) {
    enum Answer {
      case known(Outcome)
      case waiting(id: Int, Job, startsThread: Bool)
    }
    let answer: Answer = state.withLock { state in
      if let known = state.outcome(for: key) { return .known(known) }
      state.nextID += 1
      let id = state.nextID
      if var active = state.jobs[key] {
        active.waiting.append(Waiter(id: id, end: end))
        state.jobs[key] = active
        return .waiting(id: id, active.job, startsThread: false)
      }
      let job = Job(key, origin)
      state.jobs[key] = ActiveJob(job: job, waiting: [Waiter(id: id, end: end)])
      state.pending.append(job)
      return .waiting(id: id, job, startsThread: addThread(to: &state))
    }
    switch answer {
    case .known(let outcome): end(outcome)
    case .waiting(let id, let job, let startsThread):
      cancellation.onCancel { [weak self] in self?.cancel(id, of: job) }
      if startsThread { startThread() }
    }
  }

  /// Stops waiting for a job; when the last one stops, the job is cancelled.
  private func cancel(_ id: Int, of job: Job) {
    var isLast = false
    let stopped: Waiter? = state.withLock { state in
      guard var active = state.jobs[job.key], active.job === job,
        let place = active.waiting.firstIndex(where: { $0.id == id })
      else { return nil }
      let stopped = active.waiting.remove(at: place)
      isLast = active.waiting.isEmpty
      state.jobs[job.key] = isLast ? nil : active
      return stopped
    }
    if isLast { job.cancellation.cancel() }
    stopped?.end(nil)
  }

  private func addThread(to state: inout State) -> Bool {
    guard state.threads < maxThreads else { return false }
    state.threads += 1
    working.enter()
    return true
  }

  private func startThread() {
    if !ThreadPool.shared.tryRun({ self.work() }) { WorkQueue.background.async { self.work() } }
  }

  private func work() {
    while let task = next() {
      switch task {
      case .load(let job): load(job)
      case .store(let storing): storing.run()
      }
    }
    working.leave()
  }

  /// The next task; nil to end the thread.
  private func next() -> Task? {
    state.withLock { state in
      if state.storingBytes <= Self.maxStoringBytes {
        while !state.pending.isEmpty {
          let job = state.pending.removeFirst()
          if state.jobs[job.key]?.job === job { return .load(job) }
        }
      }
      if !state.storing.isEmpty { return .store(state.storing.removeFirst()) }
      state.threads -= 1
      return nil
    }
  }

  private func load(_ job: Job) {
    let outcome = source.outcome(for: job.origin, job.key.size, job.cancellation)
    guard let outcome else { return }
    var waiting: [Waiter] = []
    let dropped = state.withLock { state in
      if let active = state.jobs[job.key], active.job === job {
        waiting = active.waiting
        state.jobs[job.key] = nil
      }
      if let storing = outcome.storing { state.storing.append(storing) }
      return state.keep(outcome.result, for: job.key)
    }
    withExtendedLifetime(dropped) { for waiter in waiting { waiter.end(outcome.result) } }
  }
}

extension Result<Thumbnail, ThumbnailError> {
  /// Whether another request would have the same outcome, as long as the photo doesn't change.
  fileprivate var isLasting: Bool {
    switch self {
    case .success: true
    case .failure(.notOpened): false
    case .failure(.notDecoded(let error)): !error.isOfSystem && error != .cancelled
    }
  }
}
