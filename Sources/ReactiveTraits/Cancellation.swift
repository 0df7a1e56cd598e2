import Synchronization
internal import ThreadPool

/// A one-way flag that asks work to stop.
///
/// The work polls `isCancelled` as often as it can stop, or registers a handler if it can't poll. Once set, the flag
/// stays set. Thread-safe, but not usable in a POSIX signal handler, because it takes locks: let the handler set a
/// number, and read that in `isAlsoCancelled`.
package final class Cancellation: Sendable {
  package typealias Handler = @Sendable () -> Void

  private struct Handlers {
    var entries: [(id: UInt64, run: Handler)] = []
    var nextID: UInt64 = 0
  }

  /// Written under the lock on `handlers`, so that each handler runs once; read without it, so that polling is cheap.
  private let flag = Atomic<Bool>(false)
  private let handlers = Locked(Handlers())

  private let isAlsoCancelled: (@Sendable () -> Bool)?

  package init() { isAlsoCancelled = nil }

  /// A flag that also counts as set once `isAlsoCancelled` returns true. That is called on every poll, from any thread.
  /// Handlers run only on `cancel()`.
  package init(or isAlsoCancelled: @escaping @Sendable () -> Bool) { self.isAlsoCancelled = isAlsoCancelled }

  /// Whether `cancel()` was called or `isAlsoCancelled` returns true. Without the latter it costs one atomic load.
  package var isCancelled: Bool { flag.load(ordering: .acquiring) || (isAlsoCancelled?() ?? false) }

  /// Sets the flag, then runs the handlers on the calling thread in order of registration.
  ///
  /// Only the first call has an effect. A concurrent call may return while the first still runs the handlers.
  package func cancel() {
    let due = handlers.withLock { handlers in
      flag.store(true, ordering: .releasing)
      defer { handlers.entries = [] }
      return handlers.entries
    }
    for entry in due { entry.run() }
  }

  /// Registers a handler, which runs once: on the thread that cancels, or at once if that has already happened.
  ///
  /// The handler and its captures are retained until it has run, its registration is removed, or the cancellation is
  /// released. If the cancellation outlives the work, remove the registration when the work ends.
  @discardableResult
  package func onCancel(_ handler: @escaping Handler) -> Registration {
    let id: UInt64? = handlers.withLock { handlers in
      guard !isCancelled else { return nil }
      defer { handlers.nextID += 1 }
      handlers.entries.append((handlers.nextID, handler))
      return handlers.nextID
    }
    guard let id else {
      handler()
      return Registration(cancellation: nil, id: 0)
    }
    return Registration(cancellation: self, id: id)
  }

  /// Removes a handler that has not started. Its captures are released outside the lock.
  func removeHandler(_ id: UInt64) {
    _ = handlers.withLock { handlers in
      handlers.entries.firstIndex { $0.id == id }.map { handlers.entries.remove(at: $0) }
    }
  }
}

extension Cancellation {
  /// The result of `onCancel`, used to remove its handler. Dropping it changes nothing.
  package struct Registration: Sendable {
    private weak let cancellation: Cancellation?
    private let id: UInt64

    init(cancellation: Cancellation?, id: UInt64) {
      self.cancellation = cancellation
      self.id = id
    }

    /// Removes the handler unless it has run. If another thread is about to run it, it may still run after this.
    package func remove() {
      cancellation?.removeHandler(id)
    }
  }
}
