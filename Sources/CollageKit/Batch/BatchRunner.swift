internal import Dispatch
package import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Does a batch: reads jobs ahead, does several at a time, and tells their results, with only so many in memory at once.
///
/// A job is in the window from when it is read until its result has been told. The window is bounded, so a batch takes the
/// same memory however long it is, but for what `CheckedSource` remembers.
package final class BatchRunner: Sendable {
  /// Jobs that are read and not yet told of.
  private static let window = 96
  /// The most bytes of frames kept for other jobs.
  private static let frameBytes = 48 << 20

  private struct State {
    var ahead: [(index: Int, entry: BatchEntry)] = []
    var sourceEnded = false
    var sourceError: BatchSourceError?
    var takesMore = true
  }

  private struct ReportQueue {
    var next = 0
    /// Done, but an earlier one isn't; nil for a job that was stopped.
    var waiting: [Int: BatchResult?] = [:]
  }

  private let options: BatchOptions
  private let stop: Cancellation
  private let report: @Sendable (BatchResult) -> Bool
  private let state = Locked(State())
  private let reports = Locked(ReportQueue())
  private let frames: FrameCache
  private let budget: MemoryBudget
  private let held: MemoryBudget
  private let sweep = FolderSweep()
  /// Counts free places in the window.
  private let room = DispatchSemaphore(value: 0)
  /// Counts jobs that nobody has taken.
  private let available = DispatchSemaphore(value: 0)
  private let workers: Int

  /// - Parameters:
  ///   - stop: ends the batch: no further job is begun, and those under way are cancelled.
  ///   - report: is given each result, one at a time; false when nobody can be told any more, which stops the batch.
  package init(_ options: BatchOptions, stop: Cancellation, report: @escaping @Sendable (BatchResult) -> Bool) {
    self.options = options
    self.stop = stop
    self.report = report
    let memory = options.resources.memory.total
    let frameBytes = min(Self.frameBytes, memory / 8)
    frames = FrameCache(limit: frameBytes)
    // Where addresses are limited jobs wait for each other rather than find nothing left.
    let left = Resources.memoryLeft
    budget = MemoryBudget(min(memory - frameBytes, left / 2))
    held = MemoryBudget(memory)
    // One more than processors, which works while another waits for the disk.
    workers = options.resources.jobs + (left == .max ? 1 : 0)
  }

  /// Does all jobs of a source, and returns when the last result has been told or the batch was stopped.
  ///
  /// - Throws: when the source fails; what was read before has been done.
  package func run(_ source: any BatchSource) throws(BatchSourceError) {
    for _ in 0..<Self.window { room.signal() }
    let registration = stop.onCancel { [self] in wakeAll() }
    defer { registration.remove() }
    // Reading may block for as long as whoever writes the jobs likes, so nobody waits for this thread.
    let readsAhead = ThreadPool.shared.tryRun { [self] in read(source) }
    let shared = Locked(SharedSource(source: source))
    ThreadPool.shared.parallel(workers) { [self] _ in
      let worker = BatchWorker(
        options: options, budget: budget, held: held, frames: frames, sweep: sweep, stop: stop)
      while let (index, entry) = readsAhead ? take() : read(shared) {
        finish(index, entry, worker.result(of: entry))
      }
    }
    // Lets the reading thread go, should it wait for a place.
    wakeAll()
    reportRemaining()
    if let error = state.withLock({ $0.sourceError }) { throw error }
  }

  private func read(_ source: any BatchSource) {
    var source = SharedSource(source: source)
    while let (index, entry) = next(of: &source) {
      state.withLock { $0.ahead.append((index, entry)) }
      available.signal()
    }
    state.withLock { $0.sourceEnded = true }
    wakeAll()
  }

  /// A source that workers read themselves, where there is no thread to read ahead.
  private struct SharedSource {
    var source: any BatchSource
    var index = 0
    var hasEnded = false
  }

  /// Reads the next job for the worker that asks; nil when there is none.
  private func read(_ source: borrowing Locked<SharedSource>) -> (Int, BatchEntry)? {
    source.withLock { next(of: &$0) }
  }

  /// Reads a job when there is a place for it in the window; nil at the end, after a failure and when the batch is stopped.
  private func next(of source: inout SharedSource) -> (Int, BatchEntry)? {
    guard !source.hasEnded else { return nil }
    source.hasEnded = true
    room.wait()
    guard !isStopped, state.withLock({ $0.takesMore }) else { return nil }
    do throws(BatchSourceError) {
      guard let entry = try source.source.next() else { return nil }
      if let job = try? entry.job.get() { frames.expect(job.photos) }
      defer { source.index += 1 }
      source.hasEnded = false
      return (source.index, entry)
    } catch {
      // A wait for jobs that a signal ended is no failure.
      if !isStopped { state.withLock { $0.sourceError = error } }
      return nil
    }
  }

  /// Whether the batch is to stop. The flag may have been set from where nobody could be woken.
  private var isStopped: Bool {
    guard stop.isCancelled else { return false }
    stop.cancel()
    return true
  }

  /// Waits for the next job; nil when there is none.
  private func take() -> (Int, BatchEntry)? {
    while true {
      available.wait()
      if isStopped { return nil }
      let (job, isOver): ((Int, BatchEntry)?, Bool) = state.withLock { state in
        guard state.takesMore else { return (nil, true) }
        guard !state.ahead.isEmpty else { return (nil, state.sourceEnded) }
        let (index, entry) = state.ahead.removeFirst()
        return ((index, entry), false)
      }
      if let job { return job }
      if isOver { return nil }
    }
  }

  private func finish(_ index: Int, _ entry: BatchEntry, _ result: BatchResult?) {
    if let job = try? entry.job.get() { frames.release(job.photos) }
    if options.failsFast, result?.hasFailed ?? false {
      state.withLock { $0.takesMore = false }
      wakeAll()
    }
    reports.withLock { reports in
      if options.order == .done {
        if let result { emit(result) }
        return
      }
      reports.waiting[index] = .some(result)
      while let next = reports.waiting.removeValue(forKey: reports.next) {
        reports.next += 1
        if let next { emit(next) }
      }
    }
  }

  private func emit(_ result: BatchResult) {
    if !report(result) { stop.cancel() }
    room.signal()
  }

  /// After a batch that was stopped: what was done although an earlier job wasn't.
  private func reportRemaining() {
    reports.withLock { reports in
      for (_, result) in reports.waiting.sorted(by: { $0.key < $1.key }) {
        if let result { emit(result) }
      }
      reports.waiting = [:]
    }
  }

  /// Lets everybody see that something ended.
  private func wakeAll() {
    for _ in 0..<workers {
      available.signal()
      room.signal()
    }
  }
}
