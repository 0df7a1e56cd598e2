internal import Dispatch
internal import FoundationEssentials
internal import PhotoCodecs
internal import Synchronization

/// How much of the machine a run may use.
package struct Resources: Sendable {
  /// Threads that work at the same time; all processors by default.
  package let jobs: Int
  package let memory: MemoryBudget

  package static let defaultMemory = 1 << 30

  /// - Parameter memory: the most that pixels may take, in bytes.
  package init(jobs: Int = Self.processors, memory: Int = Self.defaultMemory) {
    self.init(jobs: jobs, sharing: MemoryBudget(memory))
  }

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
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { break }
        body(index, spare)
      }
      while aside() {}
      spare.giveBack()
    }
  }
}
