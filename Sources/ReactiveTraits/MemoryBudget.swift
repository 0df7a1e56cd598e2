internal import Dispatch
internal import Synchronization
internal import ThreadPool

/// Divides a fixed number of bytes among threads. A request for more than is free waits; requests
/// are served in the order in which they came.
package final class MemoryBudget: Sendable {
  package let total: Int

  private final class Request: Sendable {
    let bytes: Int
    let isGranted = Atomic(false)
    /// Signalled when the request is granted or withdrawn.
    let decided = DispatchSemaphore(value: 0)

    init(_ bytes: Int) { self.bytes = bytes }
  }

  private struct State {
    var free: Int
    var waiting: [Request] = []

    mutating func grant() {
      while let next = waiting.first, next.bytes <= free {
        free -= next.bytes
        waiting.removeFirst()
        next.isGranted.store(true, ordering: .relaxed)
        next.decided.signal()
      }
    }
  }
  private let state: Locked<State>

  /// - Parameter total: bytes.
  package init(_ total: Int) {
    self.total = total
    state = Locked(State(free: total))
  }

  /// Runs `body` while holding `bytes` of the budget, which must not exceed `total`. A request for
  /// 0 bytes never waits.
  package func with<Value, Failure: Error>(
    _ bytes: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try with(bytes, Cancellation(), body)!
  }

  /// Runs `body` while holding `bytes` of the budget; nil if it was cancelled while waiting.
  package func with<Value, Failure: Error>(
    _ bytes: Int, _ cancellation: Cancellation, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    precondition(bytes <= total)
    guard bytes > 0 else { return try body() }
    guard acquire(bytes, cancellation) else { return nil }
    defer {
      state.withLock { state in
        state.free += bytes
        state.grant()
      }
    }
    return try body()
  }

  /// How many threads are waiting.
  var waiting: Int { state.withLock { $0.waiting.count } }

  private func acquire(_ bytes: Int, _ cancellation: Cancellation) -> Bool {
    let request = Request(bytes)
    state.withLock { state in
      state.waiting.append(request)
      state.grant()
    }
    let unregister = cancellation.onCancel { [self] in withdraw(request) }
    request.decided.wait()
    unregister()
    return request.isGranted.load(ordering: .relaxed)
  }

  private func withdraw(_ request: Request) {
    state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0 === request }) else { return }
      state.waiting.remove(at: place)
      request.decided.signal()
      state.grant()
    }
  }
}
