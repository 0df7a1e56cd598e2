import Dispatch
import ReactiveTraits
import TestSupport
import Testing
import ThreadPool

/// Values that arrive from another thread, in order, for a test that waits for them.
final class Received<Value: Sendable>: Sendable {
  private let values = Locked<[Value]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func add(_ value: Value) {
    values.withLock { $0.append(value) }
    arrived.signal()
  }

  /// The next value; fails the test if none arrives for a long time.
  func next(_ location: SourceLocation = #_sourceLocation) throws -> Value {
    try #require(arrived.waitForSignal(), "nothing arrived", sourceLocation: location)
    return values.withLock { $0.removeFirst() }
  }

  /// How many values have arrived and were not read.
  var count: Int { values.withLock { $0.count } }
}
