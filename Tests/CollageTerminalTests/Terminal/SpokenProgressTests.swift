import ThreadPool
import Testing

@testable import CollageTerminal

/// How often progress is told to somebody who listens.
@Suite struct SpokenProgressTests {
  private let begun = ContinuousClock.now

  /// The seconds at which something is said, if there is something to say at each.
  private func seconds(limit: Int, until end: Int) -> [Int] {
    let time = Locked(0)
    let said = Locked<[Int]>([])
    let progress = SpokenProgress(
      limit: limit, now: { [begun] in begun + .seconds(time.withLock { $0 }) },
      say: { sentence in said.withLock { $0.append(Int(sentence) ?? -1) } })
    for second in 0...end {
      time.withLock { $0 = second }
      progress.note { "\(second)" }
    }
    return said.withLock { $0 }
  }

  @Test func `nothing in the first two seconds, then ever more rarely`() {
    #expect(seconds(limit: .max, until: 1) == [])
    #expect(seconds(limit: .max, until: 200) == [2, 6, 18, 54, 162])
  }

  @Test func `where few sentences are allowed they last`() {
    #expect(seconds(limit: 3, until: 5_000) == [2, 16, 128])
  }

  @Test func `other work begins with silence again`() {
    let time = Locked(0)
    let count = Locked(0)
    let progress = SpokenProgress(
      now: { [begun] in begun + .seconds(time.withLock { $0 }) },
      say: { _ in count.withLock { $0 += 1 } })
    time.withLock { $0 = 3 }
    progress.restart()
    time.withLock { $0 = 4 }
    progress.note { "" }
    #expect(count.withLock { $0 } == 0)
    time.withLock { $0 = 5 }
    progress.note { "" }
    #expect(count.withLock { $0 } == 1)
  }
}
