internal import Synchronization

/// Counts the threads that a run may use but that have no photo to draw at the moment. Each
/// `acquire` that returns true must be followed by one `release`.
package final class SpareThreads: Sendable {
  private let count: Atomic<Int>

  package init(_ count: Int) { self.count = Atomic(count) }

  /// Acquires one thread; returns false if there is none. Never waits.
  package func acquire() -> Bool {
    if count.subtract(1, ordering: .acquiring).newValue >= 0 { return true }
    count.add(1, ordering: .releasing)
    return false
  }

  /// Adds one thread: one that was acquired before, or one that has become idle.
  package func release() { count.add(1, ordering: .releasing) }
}
