import Synchronization

/// A one-way flag by which somebody tells work to stop.
///
/// The work polls `isCancelled` as often as it can stop, or registers a handler where it can't poll. Once set, the
/// flag stays set. Every member may be used from any queue, though not inside a POSIX signal handler, since locks
/// are taken: let the handler set a number, and `isAlsoCancelled` look at it.
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

  /// A flag that counts as set, too, once `isAlsoCancelled` says so: asked whenever work polls, from any thread. Handlers run
  /// on `cancel()` alone.
  package init(or isAlsoCancelled: @escaping @Sendable () -> Bool) { self.isAlsoCancelled = isAlsoCancelled }

  /// Whether `cancel()` was called. Costs an atomic load, where nothing else is asked.
  package var isCancelled: Bool { flag.load(ordering: .acquiring) || (isAlsoCancelled?() ?? false) }

  /// Sets the flag, then runs the handlers on the calling thread in the order of their registration.
  ///
  /// Only the first call does anything; another thread's call may return while the first still runs the handlers.
  package func cancel() {
    let due = handlers.withLock { handlers in
      flag.store(true, ordering: .releasing)
      defer { handlers.entries = [] }
      return handlers.entries
    }
    for entry in due { entry.run() }
  }

  /// Registers what is to be done on cancelling: once, by whoever cancels, or at once if that has happened already.
  ///
  /// The handler is kept, with all it captures, until it has run, or its registration is removed, or the cancellation
  /// itself goes away. Where the cancellation outlives the work, remove the registration when the work ends.
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

  /// Forgets a handler that has not begun to run. What it captures is released outside the lock.
  func removeHandler(_ id: UInt64) {
    _ = handlers.withLock { handlers in
      handlers.entries.firstIndex { $0.id == id }.map { handlers.entries.remove(at: $0) }
    }
  }
}
