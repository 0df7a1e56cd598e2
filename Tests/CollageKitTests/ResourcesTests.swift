import ReactiveTraits
import Testing
import ThreadPool

@testable import CollageKit

@Suite struct ResourcesTests {
  @Test(arguments: [0, 1, 2, 3, 7, 100], [1, 2, 3, 16])
  func `every index comes once`(count: Int, jobs: Int) {
    let log = Log<Int>()
    Resources(jobs: jobs).forEach(below: count) { index, _ in log.add(index) }
    #expect(log.entries.sorted() == Array(0..<count))
  }

  @Test func `one job works in order`() {
    let log = Log<Int>()
    Resources(jobs: 1).forEach(below: 50) { index, _ in log.add(index) }
    #expect(log.entries == Array(0..<50))
  }

  @Test(arguments: [1, 2, 3])
  func `no more jobs than allowed work at once`(jobs: Int) {
    let state = Locked((now: 0, peak: 0))
    Resources(jobs: jobs).forEach(below: 200) { _, _ in
      state.withLock { state in
        state.now += 1
        state.peak = max(state.peak, state.now)
      }
      var sum = 0
      for number in 0..<1_000 { sum &+= number }
      state.withLock { $0.now -= sum == 499_500 ? 1 : 0 }
    }
    #expect(state.withLock { $0.peak } <= jobs)
    #expect(state.withLock { $0.now } == 0)
  }

  @Test func `all processors and a gibibyte are the default`() {
    #expect(Resources().jobs == Resources.processors)
    #expect(Resources.processors >= 1)
    #expect(Resources().memory.total == 1_073_741_824)
  }
}
