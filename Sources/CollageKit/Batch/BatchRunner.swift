internal import Dispatch
package import ReactiveTraits
internal import SystemPackage

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

  private struct Telling {
    var next = 0
    /// Done, but an earlier one isn't; nil for a job that was stopped.
    var waiting: [Int: BatchResult?] = [:]
  }

  private let options: BatchOptions
  private let stop: Cancellation
  private let tell: @Sendable (BatchResult) -> Bool
  private let state = Locked(State())
  private let telling = Locked(Telling())
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
  ///   - tell: hears of each result, one at a time; false when nobody can be told any more, which stops the batch.
  package init(_ options: BatchOptions, stop: Cancellation, tell: @escaping @Sendable (BatchResult) -> Bool) {
    self.options = options
    self.stop = stop
    self.tell = tell
    let memory = options.resources.memory.total
    let frameBytes = min(Self.frameBytes, memory / 8)
    frames = FrameCache(limit: frameBytes)
    budget = MemoryBudget(memory - frameBytes)
    held = MemoryBudget(memory)
    // One more than processors, which works while another waits for the disk.
    workers = options.resources.jobs + 1
  }

  /// Does all jobs of a source, and returns when the last result has been told or the batch was stopped.
  ///
  /// - Throws: when the source fails; what was read before has been done.
  package func run(_ source: any BatchSource) throws(BatchSourceError) {
    for _ in 0..<Self.window { room.signal() }
    let registration = stop.onCancel { [self] in wakeAll() }
    defer { registration.remove() }
    // Reading may block for as long as whoever writes the jobs likes, so nobody waits for this thread.
    DispatchQueue(label: "collage.batch.reading").async { [self] in read(source) }
    let group = DispatchGroup()
    for _ in 0..<workers {
      let worker = BatchWorker(
        options: options, budget: budget, held: held, frames: frames, sweep: sweep, stop: stop)
      DispatchQueue(label: "collage.batch.worker", qos: .userInitiated).async(group: group) { [self] in
        while let (index, entry) = take() { finish(index, entry, worker.result(of: entry)) }
      }
    }
    group.wait()
    tellRest()
    if let error = state.withLock({ $0.sourceError }) { throw error }
  }

  private func read(_ source: any BatchSource) {
    var source = source
    var index = 0
    while true {
      room.wait()
      if stop.isCancelled || !state.withLock({ $0.takesMore }) { break }
      do throws(BatchSourceError) {
        guard let entry = try source.next() else { break }
        if let job = try? entry.job.get() { frames.expect(job.photos) }
        state.withLock { $0.ahead.append((index, entry)) }
        index += 1
        available.signal()
      } catch {
        state.withLock { $0.sourceError = error }
        break
      }
    }
    state.withLock { $0.sourceEnded = true }
    wakeAll()
  }

  /// Waits for the next job; nil when there is none.
  private func take() -> (Int, BatchEntry)? {
    while true {
      available.wait()
      if stop.isCancelled { return nil }
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
    telling.withLock { telling in
      if options.order == .done {
        if let result { say(result) }
        return
      }
      telling.waiting[index] = .some(result)
      while let next = telling.waiting.removeValue(forKey: telling.next) {
        telling.next += 1
        if let next { say(next) }
      }
    }
  }

  private func say(_ result: BatchResult) {
    if !tell(result) { stop.cancel() }
    room.signal()
  }

  /// After a batch that was stopped: what was done although an earlier job wasn't.
  private func tellRest() {
    telling.withLock { telling in
      for (_, result) in telling.waiting.sorted(by: { $0.key < $1.key }) {
        if let result { say(result) }
      }
      telling.waiting = [:]
    }
  }

  /// Lets everybody see that something ended.
  private func wakeAll() {
    for _ in 0..<workers { available.signal() }
    room.signal()
  }
}
