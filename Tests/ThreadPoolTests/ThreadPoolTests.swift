import Dispatch
import Synchronization
import TestSupport
import Testing
import ThreadPool

@Suite struct ThreadPoolTests {
  @Test(arguments: [0, 1, 2, 3, 17, 1000])
  func `every index comes once, and all are done on return`(count: Int) {
    let seen = Locked(Array(repeating: 0, count: count))
    ThreadPool.shared.parallel(count) { index in seen.withLock { $0[index] += 1 } }
    #expect(seen.withLock { $0.allSatisfy { $0 == 1 } })
  }

  @Test func `a task runs, and the next ones on the threads that are there`() {
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<100 {
      #expect(ThreadPool.shared.tryRun { done.signal() })
      #expect(done.waitForSignal())
    }
  }

  @Test func `work may be shared out inside of work that is shared out`() {
    let count = Atomic(0)
    ThreadPool.shared.parallel(8) { _ in
      ThreadPool.shared.parallel(8) { _ in count.add(1, ordering: .relaxed) }
    }
    #expect(count.load(ordering: .relaxed) == 64)
  }
}
