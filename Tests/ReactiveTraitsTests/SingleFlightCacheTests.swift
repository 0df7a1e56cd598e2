import Glibc
import ReactiveTraits
import Synchronization
import Testing
import ThreadPool

@Suite struct SingleFlightCacheTests {
  private let cache = SingleFlightCache<Int, Int>(limit: 2)

  @Test func `threads that need a value at the same time have it made once`() {
    let asked = Atomic(0)
    let made = Atomic(0)
    let wrong = Atomic(0)
    ThreadPool.shared.parallel(4) { _ in
      asked.add(1, ordering: .relaxed)
      let value = cache.value(for: 7) {
        // Until another thread has asked, too, if there is one.
        for _ in 0..<200 where asked.load(ordering: .relaxed) < 4 { usleep(1000) }
        usleep(5000)
        made.add(1, ordering: .relaxed)
        return 70
      }
      if value != 70 { wrong.add(1, ordering: .relaxed) }
    }
    #expect(made.load(ordering: .relaxed) == 1 && wrong.load(ordering: .relaxed) == 0)
    #expect(cache.value(for: 7) { nil } == 70)
  }

  @Test func `different values are made at the same time`() {
    let begun = Atomic(0)
    let met = Atomic(0)
    ThreadPool.shared.parallel(2) { index in
      _ = cache.value(for: index) {
        begun.add(1, ordering: .relaxed)
        for _ in 0..<5000 where begun.load(ordering: .relaxed) < 2 { usleep(1000) }
        if begun.load(ordering: .relaxed) == 2 { met.add(1, ordering: .relaxed) }
        return index
      }
    }
    #expect(met.load(ordering: .relaxed) == 2)
  }

  @Test func `what could not be made is tried again by the next, also by one that waits`() {
    let made = Atomic(0)
    let found = Atomic(0)
    ThreadPool.shared.parallel(3) { _ in
      let value = cache.value(for: 1) {
        usleep(5000)
        // Only the second attempt succeeds.
        return made.add(1, ordering: .relaxed).newValue == 2 ? 10 : nil
      }
      if value == 10 { found.add(1, ordering: .relaxed) }
    }
    #expect(made.load(ordering: .relaxed) == 2 && found.load(ordering: .relaxed) == 2)
  }

  @Test func `those that were used last are kept`() {
    for key in [1, 2, 1, 3] { _ = cache.value(for: key) { key } }
    #expect(cache.value(for: 1) { nil } == 1 && cache.value(for: 3) { nil } == 3)
    #expect(cache.value(for: 2) { nil } == nil)
  }
}
