import Synchronization

/// State that one thread at a time may use: a `Mutex` that the thread sanitizer understands.
///
/// On Linux a mutex that two threads want at once changes hands inside the kernel and the standard library, where the
/// sanitizer doesn't look (seen with Swift 6.3.1), so that it reports a race for each such use. Here every holder also
/// writes what the next one reads, which it does see. Without contention this adds a plain load and a plain store.
package struct Locked<State: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  private let handOver = Atomic<Bool>(false)

  package init(_ state: consuming sending State) {
    mutex = Mutex(state)
  }

  /// Runs `body` with the state to itself, blocking until no other thread has it. Not re-entrant.
  package borrowing func withLock<R: ~Copyable, E: Error>(
    _ body: (inout sending State) throws(E) -> sending R
  ) throws(E) -> sending R {
    try mutex.withLock { state throws(E) in
      _ = handOver.load(ordering: .acquiring)
      defer { handOver.store(true, ordering: .releasing) }
      return try body(&state)
    }
  }
}

extension Locked {
  /// Takes out what is there, leaving nil: one caller gets it.
  func take<Value: Sendable>() -> Value? where State == Value? {
    withLock { state in
      defer { state = nil }
      return state
    }
  }
}
