internal import CProcess
internal import FoundationEssentials
internal import PhotoCodecs
package import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// How much of the machine a run may use.
package struct Resources: Sendable {
  /// The number of threads that work at once; all processors by default. Fewer work where the system gives fewer.
  package let jobs: Int
  package let memory: MemoryBudget
  /// What workers have decoded and will be drawn again, a third of the memory at most.
  let pictures: DecodedPictures

  package static let defaultMemory = 1 << 30

  /// More threads than this are never faster: they would only wait for each other.
  package static var maxJobs: Int { max(4 * processors, 16) }

  /// The share of a limited address space that a thread needs, in bytes: its stack, a decoder, a strip and a band.
  private static let bytesPerJob = 24 << 20

  /// - Parameters:
  ///   - jobs: reduced to `maxJobs` and to what a limit on the address space has room for.
  ///   - memory: the limit of memory for pixels, in bytes.
  package init(jobs: Int = Self.processors, memory: Int = Self.defaultMemory) {
    self.init(jobs: min(jobs, Self.maxJobs, Self.jobs(in: Self.memoryLeft)), sharing: MemoryBudget(memory))
  }

  private static func jobs(in bytes: Int) -> Int { max(bytes / bytesPerJob, 1) }

  /// The address space left for this process, in bytes; `Int.max` when there is no limit.
  static var memoryLeft: Int { Int(clamping: cprocess_memory_left()) }

  init(jobs: Int, sharing memory: MemoryBudget, _ pictures: DecodedPictures? = nil) {
    self.jobs = jobs
    self.memory = memory
    self.pictures = pictures ?? DecodedPictures(limit: min(memory.total, Self.memoryLeft / 2) / 3)
  }

  /// The same with one processor left free, if there are several, for an interface that must respond at once.
  var leavingOneFree: Resources { Resources(jobs: max(jobs - 1, 1), sharing: memory, pictures) }

  /// The processors that this process may run on.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Runs `body` for every index below `count`, each once, on at most `jobs` threads; the caller's is one of them.
  /// `body` receives the threads that have no index to work on, because there are too few indices or none left.
  ///
  /// - Parameter aside: called repeatedly by a thread that finds no index left, as long as it returns true.
  func forEach(
    below count: Int, _ body: @Sendable (Int, SpareThreads) -> Void,
    thenWhileOthersWork aside: @Sendable () -> Bool = { false }
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
