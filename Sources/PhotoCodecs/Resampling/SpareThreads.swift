internal import Synchronization

/// Threads that a run may use, but that have no photo of their own to draw: not yet, or no more. Whoever takes one must
/// give it back.
package final class SpareThreads: Sendable {
  private let count: Atomic<Int>

  package init(_ count: Int) { self.count = Atomic(count) }

  /// Takes one; false when there is none. Never waits.
  package func acquire() -> Bool {
    if count.subtract(1, ordering: .acquiring).newValue >= 0 { return true }
    count.add(1, ordering: .releasing)
    return false
  }

  /// Adds one: taken before, or idle from now on.
  package func release() { count.add(1, ordering: .releasing) }
}
