internal import Dispatch
internal import PhotoCodecs
internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// The digest of a photo's file, taken by a spare thread while the photo is decoded.
final class DigestTask: Sendable {
  private let photo: Photo
  private let isCancelled: @Sendable () -> Bool
  private let isAbandoned = Atomic(false)
  private let result = Locked<Result<Digest, PhotoError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Begins on a spare thread; nil if there is none.
  static func start(_ photo: Photo, _ spare: SpareThreads, isCancelled: @escaping @Sendable () -> Bool) -> DigestTask? {
    guard spare.acquire() else { return nil }
    let task = DigestTask(photo, isCancelled)
    let isStarted = ThreadPool.shared.tryRun {
      task.run()
      spare.release()
    }
    if isStarted { return task }
    spare.release()
    return nil
  }

  private init(_ photo: Photo, _ isCancelled: @escaping @Sendable () -> Bool) {
    self.photo = photo
    self.isCancelled = isCancelled
  }

  private func run() {
    let digest = Result { () throws(PhotoError) in try read() }
    result.withLock { $0 = digest }
    done.signal()
  }

  private func read() throws(PhotoError) -> Digest {
    // A descriptor of its own; opening checks that it is the same file.
    let file = try photo.open()
    do throws(CodecError) {
      return try Digest(of: file) { isCancelled() || isAbandoned.load(ordering: .relaxed) }
    } catch {
      throw error.at(photo)
    }
  }

  /// Stops the work, whose result is not needed any more.
  func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  /// Waits for the digest. Call once.
  func digest() throws(PhotoError) -> Digest {
    done.wait()
    return try result.withLock(\.self)!.get()
  }
}
