import Synchronization
internal import ThreadPool

/// A one-way flag that asks work to stop.
///
/// The work polls `isCancelled` as often as it can stop, or registers a handler if it can't poll.
/// Once set, the flag stays set. Thread-safe, but not usable in a POSIX signal handler, because it
/// takes locks: let the handler set a number, and read that in `isAlsoCancelled`.
package final class Cancellation: Sendable {
  package typealias Handler = @Sendable () -> Void

  /// An object of its own, because polling is slower when there are weak references to the flag.
  private final class Handlers: Sendable {
    /// By registration number, in ascending order.
    let state = Locked((entries: [UInt64: Handler](), nextID: UInt64(0)))
  }

  /// Written under the lock on `handlers`, so that each handler runs once; read without it, so that
  /// polling is cheap.
  private let flag = Atomic<Bool>(false)
  private let handlers = Handlers()

  private let isAlsoCancelled: (@Sendable () -> Bool)?

  /// - Parameter isAlsoCancelled: the flag also counts as set once this returns true. It is called
  ///   on every poll, from any thread. Handlers run only on `cancel()`.
  package init(or isAlsoCancelled: (@Sendable () -> Bool)? = nil) {
    self.isAlsoCancelled = isAlsoCancelled
  }

  /// Whether `cancel()` was called or `isAlsoCancelled` returns true. Without the latter it costs
  /// one atomic load.
  package var isCancelled: Bool { flag.load(ordering: .acquiring) || (isAlsoCancelled?() ?? false) }

  /// Sets the flag, then runs the handlers on the calling thread in order of registration.
  ///
  /// Only the first call has an effect. A concurrent call may return while the first still runs the
  /// handlers.
  package func cancel() {
    let due = handlers.state.withLock { handlers in
      flag.store(true, ordering: .releasing)
      defer { handlers.entries = [:] }
      return handlers.entries
    }
    for (_, handler) in due.sorted(by: { $0.key < $1.key }) { handler() }
  }

  /// Registers a handler, which runs once: on the thread that cancels, or at once if that has
  /// already happened.
  ///
  /// The handler and its captures are retained until it has run, is removed, or the cancellation is
  /// released. If the cancellation outlives the work, remove the handler when the work ends.
  ///
  /// - Returns: a function that removes the handler unless it has run. If another thread is about
  ///   to run it, it may still run after that.
  @discardableResult
  package func onCancel(_ handler: @escaping Handler) -> @Sendable () -> Void {
    let id: UInt64? = handlers.state.withLock { handlers in
      guard !isCancelled else { return nil }
      defer { handlers.nextID += 1 }
      handlers.entries[handlers.nextID] = handler
      return handlers.nextID
    }
    guard let id else {
      handler()
      return {}
    }
    // Its captures are released outside the lock.
    return { [weak handlers] in _ = handlers?.state.withLock { $0.entries.removeValue(forKey: id) }
    }
  }
}
