internal import Synchronization

/// State that only one thread at a time can use: a `Mutex` that the thread sanitizer understands.
///
/// On Linux a contended mutex is handed over inside the kernel and the standard library, where the
/// sanitizer can't see it, so it reports a race for each such use (seen with Swift 6.3.1). Here
/// each holder also writes a value that the next one reads, which the sanitizer does see. Without
/// contention this adds a plain load and a plain store.
package struct Locked<State: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  private let handOver = Atomic<Bool>(false)

  package init(_ state: consuming sending State) {
    mutex = Mutex(state)
  }

  /// Runs `body` with exclusive access to the state; blocks while another thread has it. Not
  /// re-entrant.
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
  /// Returns the value and leaves nil, so that only one caller gets it.
  package func take<Value: Sendable>() -> Value? where State == Value? {
    withLock { state in
      defer { state = nil }
      return state
    }
  }
}
