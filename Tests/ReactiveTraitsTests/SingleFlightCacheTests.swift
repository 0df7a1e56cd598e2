import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import ReactiveTraits

@Suite struct SingleFlightCacheTests {
  private let cache = SingleFlightCache<Int, Int>(limit: 2)

  /// Runs the work on so many threads of its own, and returns the sum of what it counted.
  private func sum(ofThreads count: Int, _ work: @escaping @Sendable (Int) -> Int) -> Int {
    let (group, sum) = (DispatchGroup(), SharedCount())
    for index in 0..<count {
      group.enter()
      NewThread.start {
        sum.value.add(work(index), ordering: .relaxed)
        group.leave()
      }
    }
    #expect(group.waitForAll())
    return sum.value.load(ordering: .relaxed)
  }

  private final class SharedCount: Sendable {
    let value = Atomic(0)
  }

  @Test func `threads that need a value at the same time have it made once`() {
    let made = SharedCount()
    let sum = sum(ofThreads: 4) { [cache] _ in
      cache.value(for: 7) {
        // Until all others wait for it.
        #expect(eventually { cache.waitingCount(for: 7) == 3 })
        made.value.add(1, ordering: .relaxed)
        return 70
      } ?? 0
    }
    #expect(made.value.load(ordering: .relaxed) == 1 && sum == 4 * 70)
    #expect(cache.value(for: 7) { nil } == 70)
  }

  @Test func `different values are made at the same time`() {
    let begun = SharedCount()
    let sum = sum(ofThreads: 2) { [cache] index in
      cache.value(for: index) {
        begun.value.add(1, ordering: .relaxed)
        return eventually { begun.value.load(ordering: .relaxed) == 2 } ? 1 : nil
      } ?? 0
    }
    #expect(sum == 2)
  }

  @Test func `what could not be made is tried again by the next, also by one that waits`() {
    let made = SharedCount()
    let sum = sum(ofThreads: 3) { [cache] _ in
      cache.value(for: 1) {
        // Only the second attempt succeeds; both others wait for the first.
        if made.value.add(1, ordering: .relaxed).newValue == 2 { return 10 }
        #expect(eventually { cache.waitingCount(for: 1) == 2 })
        return nil
      } ?? 0
    }
    #expect(made.value.load(ordering: .relaxed) == 2 && sum == 2 * 10)
  }

  @Test func `those that were used last are kept`() {
    for key in [1, 2, 1, 3] { _ = cache.value(for: key) { key } }
    #expect(cache.value(for: 1) { nil } == 1 && cache.value(for: 3) { nil } == 3)
    #expect(cache.value(for: 2) { nil } == nil)
  }
}
