internal import CProcess
internal import FoundationEssentials
internal import PhotoCodecs
internal import Synchronization
internal import ThreadPool

/// How much of the machine a run may use.
package struct Resources: Sendable {
  /// Threads that work at the same time; all processors by default. Where the system gives fewer, fewer work.
  package let jobs: Int
  package let memory: MemoryBudget

  package static let defaultMemory = 1 << 30

  /// More threads than this are never faster: they only wait for each other.
  package static var maxJobs: Int { max(4 * processors, 16) }

  /// What a thread needs of a limited address space, in bytes: its stack, a decoder, a strip and a band.
  private static let bytesPerJob = 24 << 20

  /// - Parameters:
  ///   - jobs: how many threads are asked for; there are no more than `maxJobs`, nor than a limit on the address space has
  ///     room for.
  ///   - memory: the most that pixels may take, in bytes.
  package init(jobs: Int = Self.processors, memory: Int = Self.defaultMemory) {
    self.init(jobs: min(jobs, Self.maxJobs, Self.jobs(in: Self.memoryLeft)), sharing: MemoryBudget(memory))
  }

  private static func jobs(in bytes: Int) -> Int { max(bytes / bytesPerJob, 1) }

  /// What the system has left for this process of its address space, in bytes; the largest number when there is no limit.
  static var memoryLeft: Int { Int(clamping: cprocess_memory_left()) }

  /// - Parameter memory: others may use it, too.
  init(jobs: Int, sharing memory: MemoryBudget) {
    self.jobs = jobs
    self.memory = memory
  }

  /// The same with a processor left free where there are several, for somebody who must be answered at once.
  var leavingOneFree: Resources { Resources(jobs: max(jobs - 1, 1), sharing: memory) }

  /// The processors that this process may run on.
  package static var processors: Int {
    ProcessInfo.processInfo.activeProcessorCount
  }

  /// Runs `body` for every index below `count`, each once, on at most `jobs` threads; the caller's is one of them.
  func forEach(below count: Int, _ body: @Sendable (Int) -> Void) {
    forEach(below: count) { index, _ in
      body(index)
    } thenWhileOthersWork: {
      false
    }
  }

  /// The same; `body` is given the threads that have no index to work on: there were too few, or there are no more.
  ///
  /// - Parameter aside: what a thread does, as long as it returns true, when there is no index left for it.
  func forEach(
    below count: Int, _ body: @Sendable (Int, SpareThreads) -> Void, thenWhileOthersWork aside: @Sendable () -> Bool
  ) {
    let next = Atomic(0)
    let threads = min(jobs, count)
    let spare = SpareThreads(jobs - threads)
    ThreadPool.shared.parallel(threads) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { break }
        body(index, spare)
      }
      while aside() {}
      spare.release()
    }
  }
}
