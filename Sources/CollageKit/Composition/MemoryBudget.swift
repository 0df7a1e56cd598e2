internal import Dispatch
internal import ReactiveTraits

/// Divides a fixed number of bytes among threads: a request for more than is free waits, first come, first served.
package final class MemoryBudget: Sendable {
  package let total: Int

  private struct State {
    var free: Int
    var waiting: [(bytes: Int, turn: DispatchSemaphore)] = []
  }
  private let state: Locked<State>

  /// - Parameter total: bytes.
  package init(_ total: Int) {
    self.total = total
    state = Locked(State(free: total))
  }

  /// Runs `body` while it owns `bytes` of the budget, which must not be more than `total`.
  func with<Value, Failure: Error>(
    _ bytes: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    precondition(bytes <= total)
    acquire(bytes)
    defer { release(bytes) }
    return try body()
  }

  /// How many threads are waiting.
  var waiting: Int { state.withLock { $0.waiting.count } }

  private func acquire(_ bytes: Int) {
    let turn: DispatchSemaphore? = state.withLock { state in
      if state.waiting.isEmpty, state.free >= bytes {
        state.free -= bytes
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waiting.append((bytes, turn))
      return turn
    }
    turn?.wait()
  }

  private func release(_ bytes: Int) {
    state.withLock { state in
      state.free += bytes
      while let next = state.waiting.first, next.bytes <= state.free {
        state.free -= next.bytes
        state.waiting.removeFirst()
        next.turn.signal()
      }
    }
  }
}
