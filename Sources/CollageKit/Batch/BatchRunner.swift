internal import Dispatch
internal import PhotoCodecs
internal import PhotoSources
package import ReactiveTraits
internal import ThreadPool

/// Runs a batch: reads jobs ahead, does several at a time, reports their results, and keeps a
/// bounded number of jobs in memory.
///
/// A job is in the window from when it is read until its result has been reported. The window is
/// bounded, so a batch of any length takes the same memory, apart from what `CheckedSource` and
/// `BatchFiles` remember.
package final class BatchRunner: Sendable {
  /// How many jobs may be read but not yet reported.
  private static let window = 96
  /// The maximum memory for frames kept for other jobs, in bytes.
  private static let frameBytes = 48 << 20

  /// A job that was read.
  private struct NumberedEntry {
    /// Its place among the jobs of this run, from 0.
    let index: Int
    let entry: BatchEntry
  }

  private struct State {
    var ahead: [NumberedEntry] = []
    var sourceEnded = false
    var sourceError: BatchSourceError?
    var takesMore = true
  }

  private struct ReportQueue {
    var next = 0
    /// Results that wait for an earlier one; nil for a job that was stopped.
    var waiting: [Int: BatchResult?] = [:]
    /// Results that can be reported now, in the order in which they will be.
    var due: [BatchResult] = []
    /// Whether a worker is reporting results.
    var isReporting = false

    /// Makes results due that were waiting for `next`.
    mutating func advance() {
      while let result = waiting.removeValue(forKey: next) {
        next += 1
        if let result { due.append(result) }
      }
    }

    /// The next result to report; nil if none is due, and then nobody is reporting any more.
    mutating func takeDue() -> BatchResult? {
      isReporting = !due.isEmpty
      return due.isEmpty ? nil : due.removeFirst()
    }
  }

  private let options: BatchOptions
  private let stop: Cancellation
  private let report: @Sendable (BatchResult) -> Bool
  private let state = Locked(State())
  private let reports = Locked(ReportQueue())
  private let frames: FrameCache
  private let context: MakingContext
  private let finder: ResultFinder
  private let sweep = FolderSweep()
  /// Counts free places in the window.
  private let room = DispatchSemaphore(value: 0)
  /// Counts jobs that no worker has taken.
  private let available = DispatchSemaphore(value: 0)
  private let workers: Int

  /// - Parameters:
  ///   - stop: ends the batch: no further job is started, and running ones are cancelled.
  ///   - report: receives each result, one at a time; returns false if results can't be reported
  ///     any more, which stops the batch.
  package init(
    _ options: BatchOptions, stop: Cancellation, report: @escaping @Sendable (BatchResult) -> Bool
  ) {
    self.options = options
    self.stop = stop
    self.report = report
    let shared = options.context
    let memory = shared.resources.memory.total
    let frameBytes = min(Self.frameBytes, memory / 8)
    frames = FrameCache(limit: frameBytes)
    // If the address space is limited, jobs wait for each other instead of running out of memory.
    let left = Resources.memoryLeft
    // One thread per job: with as many jobs as processors none is idle, and no thread waits between
    // photos.
    let resources = shared.resources.copy(jobs: 1)
    context = MakingContext(
      resources: resources, faces: FaceFinder(resources: resources), places: shared.places,
      web: shared.web, frames: frames,
      budget: MemoryBudget(min(memory - resources.pictures.limit - frameBytes, left / 2)))
    finder = ResultFinder(
      cache: options.records.map(ResultCache.init),
      index: options.library.map { LibraryIndex($0, threads: shared.resources.jobs) })
    // One more worker than processors, which works while another waits for the disk.
    workers = shared.resources.jobs + (left == .max ? 1 : 0)
  }

  /// Runs all jobs of a source; returns when the last result has been reported or the batch was
  /// stopped.
  ///
  /// - Throws: when the source fails; jobs read before that have been done.
  package func run(_ source: CheckedSource) throws(BatchSourceError) {
    for _ in 0..<Self.window { room.signal() }
    let unregister = stop.onCancel { [self] in wakeAll() }
    defer { unregister() }
    // Reading may block for as long as the jobs' writer takes, so no thread waits for this one to
    // end.
    let readsAhead = ThreadPool.shared.tryRun { [self] in read(source) }
    let shared = Locked(SharedSource(source: source))
    ThreadPool.shared.parallel(workers) { [self] _ in
      let worker = BatchWorker(
        options: options, context: context, finder: finder, sweep: sweep, files: source.files,
        stop: stop)
      while let job = readsAhead ? take() : read(shared) {
        finish(job, worker.result(of: job.entry))
      }
    }
    // Releases the reading thread if it waits for room in the window.
    wakeAll()
    context.web?.close()
    reportRemaining()
    if let error = state.withLock({ $0.sourceError }) { throw error }
  }

  private func read(_ source: any BatchSource) {
    var source = SharedSource(source: source)
    while let job = next(of: &source) {
      state.withLock { $0.ahead.append(job) }
      available.signal()
    }
    state.withLock { $0.sourceEnded = true }
    wakeAll()
  }

  /// A source that the workers read themselves if the system provides no thread to read ahead.
  private struct SharedSource {
    var source: any BatchSource
    var index = 0
    var hasEnded = false
  }

  /// Reads the next job for the worker that asks; nil when there is none.
  private func read(_ source: borrowing Locked<SharedSource>) -> NumberedEntry? {
    source.withLock { next(of: &$0) }
  }

  /// Reads a job once there is room in the window; nil at the end, after a failure, and if the
  /// batch is stopped.
  private func next(of source: inout SharedSource) -> NumberedEntry? {
    guard !source.hasEnded else { return nil }
    source.hasEnded = true
    room.wait()
    guard !isStopped, state.withLock({ $0.takesMore }) else { return nil }
    do throws(BatchSourceError) {
      guard let entry = try source.source.next() else { return nil }
      if let job = try? entry.job.get() {
        frames.expect(job.photos)
        context.web?.expect(job.photos.compactMap(\.fetchedURL))
      }
      defer { source.index += 1 }
      source.hasEnded = false
      return NumberedEntry(index: source.index, entry: entry)
    } catch {
      // If a signal interrupted the wait for jobs, that isn't a failure.
      if !isStopped { state.withLock { $0.sourceError = error } }
      return nil
    }
  }

  /// Whether the batch must stop. A signal handler may have set the flag, which wakes no thread;
  /// calling `cancel` does.
  private var isStopped: Bool {
    guard stop.isCancelled else { return false }
    stop.cancel()
    return true
  }

  /// Waits for the next job; nil if there is none.
  private func take() -> NumberedEntry? {
    while true {
      available.wait()
      if isStopped { return nil }
      let (job, isOver): (NumberedEntry?, Bool) = state.withLock { state in
        guard state.takesMore else { return (nil, true) }
        guard !state.ahead.isEmpty else { return (nil, state.sourceEnded) }
        return (state.ahead.removeFirst(), false)
      }
      if let job { return job }
      if isOver { return nil }
    }
  }

  private func finish(_ finished: NumberedEntry, _ result: BatchResult?) {
    if let job = try? finished.entry.job.get() {
      frames.release(job.photos)
      context.web?.release(job.photos.compactMap(\.fetchedURL))
    }
    if options.failsFast, result?.hasFailed ?? false {
      state.withLock { $0.takesMore = false }
      wakeAll()
    }
    let reportsDue = reports.withLock { reports in
      switch options.order {
      case .done: if let result { reports.due.append(result) }
      case .input:
        reports.waiting[finished.index] = .some(result)
        reports.advance()
      }
      defer { reports.isReporting = true }
      return !reports.isReporting
    }
    if reportsDue { reportDue() }
  }

  /// Reports the results that are due, and those that become due meanwhile. Only one worker does so
  /// at a time, without holding the lock: if the receiver stalls, this worker waits, but the others
  /// do so only once the window is full.
  private func reportDue() {
    while let result = reports.withLock({ $0.takeDue() }) {
      if !report(result) { stop.cancel() }
      room.signal()
    }
  }

  /// After a batch was stopped, reports the results that were waiting for an earlier job.
  private func reportRemaining() {
    reports.withLock { reports in
      reports.due += reports.waiting.sorted { $0.key < $1.key }.compactMap(\.value)
      reports.waiting = [:]
    }
    reportDue()
  }

  /// Wakes all threads, so that they notice that the batch has ended.
  private func wakeAll() {
    for _ in 0..<workers {
      available.signal()
      room.signal()
    }
  }
}
