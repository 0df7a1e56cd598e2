internal import Dispatch
internal import PhotoCodecs
internal import ReactiveTraits
internal import Synchronization
internal import ThreadPool

/// The digest of a photo's file, taken by a spare thread while the photo is decoded.
final class DigestTask: Sendable {
  private let file: PhotoFile
  private let isCancelled: @Sendable () -> Bool
  private let isAbandoned = Atomic(false)
  private let result = Locked<Result<Digest, CodecError>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Begins on a spare thread; nil if there is none.
  static func start(
    _ file: borrowing PhotoFile, _ spare: SpareThreads, isCancelled: @escaping @Sendable () -> Bool
  ) -> DigestTask? {
    guard spare.acquire() else { return nil }
    if let file = file.duplicate() {
      let task = DigestTask(file, isCancelled)
      let isStarted = ThreadPool.shared.tryRun {
        task.run()
        spare.release()
      }
      if isStarted { return task }
    }
    spare.release()
    return nil
  }

  private init(_ file: consuming PhotoFile, _ isCancelled: @escaping @Sendable () -> Bool) {
    self.file = file
    self.isCancelled = isCancelled
  }

  private func run() {
    let digest = Result { () throws(CodecError) in
      try Digest(of: file) { isCancelled() || isAbandoned.load(ordering: .relaxed) }
    }
    result.withLock { $0 = digest }
    done.signal()
  }

  /// Stops the work, whose result is not needed any more.
  func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  /// Waits for the digest. Call once.
  func digest() throws(CodecError) -> Digest {
    done.wait()
    return try result.withLock(\.self)!.get()
  }
}
