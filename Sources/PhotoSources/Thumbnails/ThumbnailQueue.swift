internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Serves requests for thumbnails on a few threads: in order, each photo once however many wait for it, and what is to
/// be stored when nobody waits.
final class ThumbnailQueue: Sendable {
  typealias Outcome = Result<Thumbnail, ThumbnailError>
  typealias End = @Sendable (Outcome?) -> Void

  /// One photo that is asked for; whoever waits for it is kept in the queue's state.
  private final class Job: Sendable {
    let key: ThumbnailKey
    let origin: ThumbnailOrigin
    let cancellation = Cancellation()

    init(_ key: ThumbnailKey, _ origin: ThumbnailOrigin) {
      self.key = key
      self.origin = origin
    }
  }

  private struct ActiveJob {
    let job: Job
    var waiting: [(id: Int, end: End)]
  }

  private enum Task {
    case load(Job)
    case store(ThumbnailSource.Storing)
  }

  private struct State {
    /// Thumbnails, and why photos have none; costs are bytes.
    var memory: LRUCache<ThumbnailKey, Outcome>
    /// Those that somebody waits for.
    var jobs: [ThumbnailKey: ActiveJob] = [:]
    /// In the order asked for; some may have been cancelled.
    var pending: [Job] = []
    var storing: [ThumbnailSource.Storing] = []
    var storingBytes: Int { storing.reduce(0) { $0 + $1.bytes } }
    var threads = 0
    var nextID = 0
    var waitingForIdle: [(id: Int, end: @Sendable () -> Void)] = []

    /// What is in memory for this key, or for a larger thumbnail of the same photo; counts as a use.
    mutating func outcome(for key: ThumbnailKey) -> Outcome? {
      for key in key.orLarger {
        if let outcome = memory.value(for: key) { return outcome }
      }
      return nil
    }

    /// - Returns: what was dropped for it, to be released without a lock.
    mutating func keep(_ outcome: Outcome, for key: ThumbnailKey) -> [Outcome] {
      let pixels = (try? outcome.get()).map { Raster.bytes(of: $0.raster.size) } ?? 0
      let bytes = pixels + ThumbnailQueue.entryBytes
      guard outcome.isLasting, bytes <= memory.limit else { return [] }
      return memory.insert(outcome, for: key, cost: bytes)
    }
  }

  /// What an outcome takes in memory beside its pixels, in bytes: a path, and its share of the table.
  private static let entryBytes = 512

  /// How many bytes of pixels may wait to be stored while there are photos to load.
  private static let maxStoringBytes = 8 << 20

  private let source: ThumbnailSource
  private let maxThreads: Int
  private let state: Locked<State>

  init(_ source: consuming ThumbnailSource, memoryLimit: Int, maxThreads: Int) {
    self.source = source
    self.maxThreads = max(maxThreads, 1)
    state = Locked(State(memory: LRUCache(limit: memoryLimit)))
  }

  func cached(_ key: ThumbnailKey) -> Outcome? {
    state.withLock { $0.outcome(for: key) }
  }

  /// Calls `end` once: with the outcome, or with nil after a cancellation.
  func request(_ origin: ThumbnailOrigin, _ key: ThumbnailKey, _ cancellation: Cancellation, _ end: @escaping End) {
    enum Answer {
      case known(Outcome)
      case waiting(id: Int, Job, startsThread: Bool)
    }
    let answer: Answer = state.withLock { state in
      if let known = state.outcome(for: key) { return .known(known) }
      state.nextID += 1
      let id = state.nextID
      if var active = state.jobs[key] {
        active.waiting.append((id, end))
        state.jobs[key] = active
        return .waiting(id: id, active.job, startsThread: false)
      }
      let job = Job(key, origin)
      state.jobs[key] = ActiveJob(job: job, waiting: [(id, end)])
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

  /// Ends the wait of one; the last one who waits cancels the job.
  private func cancel(_ id: Int, of job: Job) {
    let (end, isLast): (End?, Bool) = state.withLock { state in
      guard var active = state.jobs[job.key], active.job === job,
        let place = active.waiting.firstIndex(where: { $0.id == id })
      else { return (nil, false) }
      let end = active.waiting.remove(at: place).end
      state.jobs[job.key] = active.waiting.isEmpty ? nil : active
      return (end, active.waiting.isEmpty)
    }
    if isLast { job.cancellation.cancel() }
    end?(nil)
  }

  /// Calls `end` once: when there is nothing to load or to store, or after a cancellation.
  func whenIdle(_ cancellation: Cancellation, _ end: @escaping @Sendable () -> Void) {
    let id: Int? = state.withLock { state in
      guard state.threads > 0 else { return nil }
      state.nextID += 1
      state.waitingForIdle.append((state.nextID, end))
      return state.nextID
    }
    guard let id else { return end() }
    cancellation.onCancel { [weak self] in
      let end: (@Sendable () -> Void)? = self?.state.withLock { state in
        state.waitingForIdle.firstIndex { $0.id == id }.map { state.waitingForIdle.remove(at: $0).end }
      }
      end?()
    }
  }

  private func addThread(to state: inout State) -> Bool {
    guard state.threads < maxThreads else { return false }
    state.threads += 1
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
  }

  /// What to do next; nil to end the thread.
  private func next() -> Task? {
    let (task, idle): (Task?, [@Sendable () -> Void]) = state.withLock { state in
      if state.storingBytes <= Self.maxStoringBytes {
        while !state.pending.isEmpty {
          let job = state.pending.removeFirst()
          if state.jobs[job.key]?.job === job { return (.load(job), []) }
        }
      }
      if !state.storing.isEmpty { return (.store(state.storing.removeFirst()), []) }
      state.threads -= 1
      guard state.threads == 0 else { return (nil, []) }
      defer { state.waitingForIdle = [] }
      return (nil, state.waitingForIdle.map(\.end))
    }
    for end in idle { end() }
    return task
  }

  private func load(_ job: Job) {
    let outcome = source.outcome(for: job.origin, job.key.size, job.cancellation)
    let (waiting, dropped): ([End], [Outcome]) = state.withLock { state in
      guard let outcome else { return ([], []) }
      var waiting: [End] = []
      if let active = state.jobs[job.key], active.job === job {
        waiting = active.waiting.map(\.end)
        state.jobs[job.key] = nil
      }
      if let storing = outcome.storing { state.storing.append(storing) }
      return (waiting, state.keep(outcome.result, for: job.key))
    }
    withExtendedLifetime(dropped) {
      if let outcome { for end in waiting { end(outcome.result) } }
    }
  }
}

extension Result<Thumbnail, ThumbnailError> {
  /// Whether asking again would give the same, as long as the photo stays as it is.
  fileprivate var isLasting: Bool {
    switch self {
    case .success: true
    case .failure(.notOpened): false
    case .failure(.notDecoded(let error)): !error.isOfSystem && error != .cancelled
    }
  }
}
