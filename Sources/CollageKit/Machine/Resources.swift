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
  /// The maximum number of threads that work at once; one per processor by default. There are fewer
  /// if the system provides fewer.
  package let jobs: Int
  package let memory: MemoryBudget
  /// Whether the budget is all that the system has left for this program, and not what was asked
  /// for.
  private let isSystemShort: Bool
  /// What workers have decoded and will be drawn again, a third of the memory at most.
  let pictures: DecodedPictures
  /// Templates and overlays.
  let layers: LayerStore

  package static let defaultMemory = 1 << 30

  /// More threads than this are never faster, because they would only wait for each other. As many
  /// as a large computer has may be asked for on any, where `.ci/simulate-cores` measures them.
  package static var maxJobs: Int { max(4 * processors, 64) }

  /// What each thread needs of a limited address space, in bytes: a stack, a decoder, a strip and a
  /// band.
  private static let bytesPerJob = 24 << 20

  /// What the program itself takes if memory is short, in bytes: its code, and the working memory
  /// of each thread.
  private static let (ownBytes, ownBytesPerJob) = (12 << 20, 4 << 20)

  /// - Parameters:
  ///   - jobs: reduced to `maxJobs` and to what the system has memory for.
  ///   - memory: the limit on memory for pixels, in bytes; reduced to what the system has left for
  ///     this program.
  ///   - keepsPictures: whether photos that a worker has decoded to look for faces are
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
    // If there is next to nothing left, small collages are tried all the same.
    let budget = max(systemLeft - Self.ownBytes - jobs * Self.ownBytesPerJob, systemLeft / 4)
    self.init(
      jobs: jobs, sharing: MemoryBudget(min(memory, budget)), isSystemShort: budget < memory,
      keepsPictures ? nil : DecodedPictures(limit: 0))
  }

  private static func jobs(in bytes: Int) -> Int { max(bytes / bytesPerJob, 1) }

  /// The address space left for this process, in bytes; `Int.max` if there is no limit.
  static var memoryLeft: Int { Int(clamping: cprocess_memory_left()) }

  /// The memory that the system had left when it was first asked for, in bytes.
  private static let systemLeft = SystemMemory().left

  private init(
    jobs: Int, sharing memory: MemoryBudget, isSystemShort: Bool,
    _ pictures: DecodedPictures? = nil, _ layers: LayerStore? = nil
  ) {
    self.jobs = jobs
    self.memory = memory
    self.isSystemShort = isSystemShort
    self.pictures = pictures ?? DecodedPictures(limit: DecodedPictures.limit(memory))
    self.layers = layers ?? LayerStore(memory)
  }

  /// Resources for this many threads with a budget of their own, of the same size.
  ///
  /// - Parameter pictureBytes: for decoded pictures, at most a third of the memory; nil for that.
  func copy(jobs: Int, pictureBytes: Int? = nil) -> Resources {
    let most = DecodedPictures.limit(memory)
    return Resources(
      jobs: jobs, sharing: MemoryBudget(memory.total), isSystemShort: isSystemShort,
      DecodedPictures(limit: min(pictureBytes ?? most, most)), layers)
  }

  /// The error for a photo that needs so many bytes.
  func shortage(of bytes: Int) -> CodecError {
    isSystemShort
      ? .systemMemory(bytes: bytes, left: memory.total)
      : .needsMemory(bytes: bytes, budget: memory.total)
  }

  /// The error for a canvas that is too large.
  ///
  /// - Parameter bytesWithHDR: what it takes with the HDR of its photos; nil for its pixels alone.
  func shortage(for canvas: PixelSize, withHDR bytesWithHDR: Int? = nil) -> CollageError {
    let bytes = Raster.bytes(of: canvas)
    let fitsWithoutHDR = bytesWithHDR != nil && bytes <= memory.total
    if isSystemShort { return .outOfMemory(canvas, withHDR: fitsWithoutHDR) }
    if let bytesWithHDR, fitsWithoutHDR {
      return .hdrNeedsMemory(canvas, bytes: bytesWithHDR, budget: memory.total)
    }
    return .canvasNeedsMemory(canvas, bytes: bytes, budget: memory.total)
  }

  /// The error for a canvas that takes so many bytes with all that its encoder needs.
  func shortage(for canvas: PixelSize, ofAll bytes: Int) -> CollageError {
    isSystemShort
      ? .outOfMemory(canvas) : .canvasNeedsMemory(canvas, bytes: bytes, budget: memory.total)
  }

  /// The same resources with one processor left free, if there are several, for an interface that
  /// must respond at once.
  var leavingOneFree: Resources {
    Resources(
      jobs: max(jobs - 1, 1), sharing: memory, isSystemShort: isSystemShort, pictures, layers)
  }

  /// The processors that this process may run on.
  package static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Runs `body` once for every index below `count`, on at most `jobs` threads, including the
  /// calling one. `body` also gets the threads without an index to work on, because there are fewer
  /// indices than threads, or none left.
  ///
  /// - Parameter aside: called repeatedly by a thread for which no index is left, until it returns
  ///   false.
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

extension DecodedPictures {
  /// A third of the memory, in bytes.
  fileprivate static func limit(_ memory: MemoryBudget) -> Int {
    min(memory.total, Resources.memoryLeft / 2) / 3
  }
}
