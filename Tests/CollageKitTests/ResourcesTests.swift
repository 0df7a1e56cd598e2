import Imaging
import PhotoCodecs
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

  @Test func `the budget leaves room for the program where the system is short of memory`() {
    #expect(Resources(jobs: 2, memory: 1 << 30, systemLeft: 2 << 30).memory.total == 1 << 30)
    #expect(Resources(jobs: 2, memory: 1 << 30, systemLeft: 100 << 20).memory.total == 80 << 20)
    #expect(Resources(jobs: 2, memory: 50 << 20, systemLeft: 100 << 20).memory.total == 50 << 20)
    #expect(Resources(jobs: 64, memory: 1 << 30, systemLeft: 100 << 20).jobs <= 4)
    #expect(Resources(jobs: 2, memory: 1 << 30, systemLeft: 0).memory.total == 0)
  }

  @Test func `who is short of memory is told, the user or the system`() {
    let size = PixelSize(width: 100, height: 100)
    let asked = Resources(jobs: 2, memory: 5, systemLeft: 100 << 20)
    #expect(asked.shortage(of: 6) == .needsMemory(bytes: 6, budget: 5))
    let needed = CollageError.canvasNeedsMemory(size, bytes: 40_000, budget: 5)
    #expect(asked.shortage(for: size) == needed)
    #expect(asked.shortage(for: size, withHDR: 70_000) == needed)
    let enough = Resources(jobs: 2, memory: 50_000, systemLeft: 100 << 20)
    #expect(
      enough.shortage(for: size, withHDR: 70_000)
        == .hdrNeedsMemory(size, bytes: 70_000, budget: 50_000))
    for system in [asked.leavingOneFree, asked.copy(jobs: 1)] {
      #expect(system.shortage(of: 6) == .needsMemory(bytes: 6, budget: 5))
    }
    let short = Resources(jobs: 1, memory: 1 << 30, systemLeft: 32 << 20)
    for short in [short, short.leavingOneFree, short.copy(jobs: 1)] {
      #expect(short.shortage(of: 1 << 30) == .systemMemory(bytes: 1 << 30, left: 16 << 20))
      #expect(short.shortage(for: size) == .outOfMemory(size))
      #expect(short.shortage(for: size, withHDR: 70_000) == .outOfMemory(size, withHDR: true))
      let large = PixelSize(width: 4096, height: 4096)
      #expect(short.shortage(for: large, withHDR: 112 << 20) == .outOfMemory(large))
    }
  }
}
