internal import CProcess
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import PhotoCodecs
package import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// How much of the machine a run may use.
package struct Resources: Sendable {
  /// The number of threads that work at once; all processors by default. Fewer work where the
  /// system gives fewer.
  package let jobs: Int
  package let memory: MemoryBudget
  /// Whether the budget is all that the system leaves to this program, and not what was asked for.
  private let isSystemShort: Bool
  /// What workers have decoded and will be drawn again, a third of the memory at most.
  let pictures: DecodedPictures

  package static let defaultMemory = 1 << 30

  /// More threads than this are never faster: they would only wait for each other.
  package static var maxJobs: Int { max(4 * processors, 16) }

  /// The share of a limited address space that a thread needs, in bytes: its stack, a decoder, a
  /// strip and a band.
  private static let bytesPerJob = 24 << 20

  /// What the program itself takes where memory is short, in bytes: its code, and what each thread
  /// works with.
  private static let (ownBytes, ownBytesPerJob) = (12 << 20, 4 << 20)

  /// - Parameters:
  ///   - jobs: reduced to `maxJobs` and to what the system has memory for.
  ///   - memory: the limit of memory for pixels, in bytes; reduced to what the system leaves to
  ///     this program.
  ///   - keepsPictures: whether HEIC, AVIF and WebP files that were decoded to look for faces are
  ///     kept for a collage that is made next.
  package init(
    jobs: Int = Self.processors, memory: Int = Self.defaultMemory, keepsPictures: Bool = true
  ) {
    self.init(
      jobs: jobs, memory: memory, keepsPictures: keepsPictures, systemLeft: Self.systemLeft)
  }

  /// - Parameter systemLeft: the memory that the system has left, in bytes.
  init(jobs: Int, memory: Int, keepsPictures: Bool = true, systemLeft: Int) {
    let jobs = min(jobs, Self.maxJobs, Self.jobs(in: min(Self.memoryLeft, systemLeft)))
    // A program that has next to nothing still tries small collages.
    let budget = max(systemLeft - Self.ownBytes - jobs * Self.ownBytesPerJob, systemLeft / 4)
    self.init(
      jobs: jobs, sharing: MemoryBudget(min(memory, budget)), isSystemShort: budget < memory,
      keepsPictures ? nil : DecodedPictures(limit: 0))
  }

  private static func jobs(in bytes: Int) -> Int { max(bytes / bytesPerJob, 1) }

  /// The address space left for this process, in bytes; `Int.max` when there is no limit.
  static var memoryLeft: Int { Int(clamping: cprocess_memory_left()) }

  /// The memory that the system had left when it was first asked for, in bytes.
  private static let systemLeft = SystemMemory().left

  private init(
    jobs: Int, sharing memory: MemoryBudget, isSystemShort: Bool, _ pictures: DecodedPictures? = nil
  ) {
    self.jobs = jobs
    self.memory = memory
    self.isSystemShort = isSystemShort
    self.pictures = pictures ?? DecodedPictures(limit: min(memory.total, Self.memoryLeft / 2) / 3)
  }

  /// The same memory, of which nothing is in use, for this many threads.
  func copy(jobs: Int) -> Resources {
    Resources(jobs: jobs, sharing: MemoryBudget(memory.total), isSystemShort: isSystemShort)
  }

  /// Why a photo that needs so many bytes can't be decoded.
  func shortage(of bytes: Int) -> CodecError {
    isSystemShort
      ? .systemMemory(bytes: bytes, left: memory.total)
      : .needsMemory(bytes: bytes, budget: memory.total)
  }

  /// Why there can't be a canvas.
  func shortage(for canvas: PixelSize) -> CollageError {
    isSystemShort
      ? .outOfMemory(canvas)
      : .canvasNeedsMemory(canvas, bytes: Raster.bytes(of: canvas), budget: memory.total)
  }

  /// The same with one processor left free, if there are several, for an interface that must
  /// respond at once.
  var leavingOneFree: Resources {
    Resources(jobs: max(jobs - 1, 1), sharing: memory, isSystemShort: isSystemShort, pictures)
  }

  /// The processors that this process may run on.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Runs `body` for every index below `count`, each once, on at most `jobs` threads; the caller's
  /// is one of them. `body` receives the threads that have no index to work on, because there are
  /// too few indices or none left.
  ///
  /// - Parameter aside: called repeatedly by a thread that finds no index left, as long as it
  ///   returns true.
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
