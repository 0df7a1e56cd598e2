import Dispatch
import TestSupport
import Testing
import ThreadPool

@testable import ReactiveTraits

@Suite struct MemoryBudgetTests {
  private struct TestError: Error {}

  /// Bytes in use, and the most at once.
  private final class Meter: Sendable {
    private let state = Locked((now: 0, peak: 0))
    var peak: Int { state.withLock { $0.peak } }
    var now: Int { state.withLock { $0.now } }

    func add(_ bytes: Int) {
      state.withLock { state in
        state.now += bytes
        state.peak = max(state.peak, state.now)
      }
    }
  }

  @Test func `no more is ever given out than there is`() {
    let budget = MemoryBudget(100)
    let meter = Meter()
    let turns = Log<Int>()
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      let bytes = (index * 37) % 101
      budget.with(bytes) {
        meter.add(bytes)
        turns.add(index)
        meter.add(-bytes)
      }
    }
    #expect(meter.peak <= 100)
    #expect(meter.now == 0)
    #expect(turns.entries.sorted() == Array(0..<400))
    #expect(budget.waiting == 0)
    // All of it is free again.
    budget.with(100) {}
  }

  @Test func `who comes first is served first, though a later one would fit`() {
    let budget = MemoryBudget(100)
    let order = Log<String>()
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "borrowers", attributes: .concurrent)
    budget.with(60) {
      for (index, (name, bytes)) in [("large", 80), ("small", 30), ("tiny", 1)].enumerated() {
        queue.async(group: group) { budget.with(bytes) { order.add(name) } }
        #expect(eventually { budget.waiting == index + 1 }, "the next borrower waits")
      }
      #expect(order.entries == [])
    }
    #expect(group.waitForAll())
    #expect(order.entries.first == "large")
    #expect(Set(order.entries) == ["large", "small", "tiny"])
  }

  @Test func `those that fit together work together`() {
    let budget = MemoryBudget(100)
    let both = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "borrowers", attributes: .concurrent)
    let arrived = Log<Bool>()
    for _ in 0..<2 {
      queue.async(group: group) {
        budget.with(50) {
          arrived.add(true)
          #expect(both.waitForSignal())
        }
      }
    }
    #expect(eventually { arrived.entries.count == 2 }, "both have their share")
    both.signal()
    both.signal()
    #expect(group.waitForAll())
  }

  @Test func `what failed work had is given back`() {
    let budget = MemoryBudget(10)
    for _ in 0..<3 { #expect(throws: TestError.self) { try budget.with(10) { throw TestError() } } }
    #expect(budget.with(10) { 7 } == 7)
  }

  @Test func `nothing can be had of nothing`() {
    #expect(MemoryBudget(0).with(0) { 1 } == 1)
  }

  @Test func `who needs nothing doesn't wait behind others`() {
    let budget = MemoryBudget(10)
    let group = DispatchGroup()
    budget.with(10) {
      DispatchQueue.global().async(group: group) { budget.with(10) {} }
      #expect(eventually { budget.waiting == 1 }, "another waits")
      #expect(budget.with(0) { 1 } == 1)
    }
    group.wait()
  }

  @Test func `who is cancelled while it waits gets nothing, and those behind it go on`() {
    let budget = MemoryBudget(100)
    let cancellation = Cancellation()
    let results = Log<String>()
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "borrowers", attributes: .concurrent)
    budget.with(60) {
      queue.async(group: group) { results.add("large \(budget.with(80, cancellation) { 1 } ?? 0)") }
      #expect(eventually { budget.waiting == 1 }, "the large one waits")
      queue.async(group: group) { budget.with(40) { results.add("small") } }
      #expect(eventually { budget.waiting == 2 }, "the small one waits behind it")
      cancellation.cancel()
      group.wait()
      #expect(Set(results.entries) == ["large 0", "small"] && budget.waiting == 0)
      // What is free is given although it is cancelled: `body` decides.
      #expect(budget.with(40, cancellation) { 1 } == 1)
      #expect(budget.with(41, cancellation) { 1 } == nil)
    }
    budget.with(100) {}
  }
}
