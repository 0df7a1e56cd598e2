internal import ThreadPool

extension Work {
  /// The values of this single and of another, which runs at the same time; or the first failure of the two, which cancels
  /// the other one and is delivered when that has stopped.
  package func zip<Value, Other>(_ other: Single<Other, Failure>) -> Single<(Value, Other), Failure>
  where Kind == SingleTrait<Value> {
    Single<(Value, Other), Failure> { context, end in
      let pair = Pair<Value, Other, Failure>(end)
      let runOther: @Sendable () -> Void = {
        other.runWithOwnFlag(context, or: pair.stop) { result in pair.receive(result) { $0.second = $1 } }
      }
      // Without help, a thread that does the work itself does one after the other.
      let isOtherBegun = context.isImmediate && ThreadPool.shared.tryRun(runOther)
      runWithOwnFlag(context, or: pair.stop) { result in pair.receive(result) { $0.first = $1 } }
      if !isOtherBegun { runOther() }
    }
  }
}

/// Two results that come in any order, from any thread.
private final class Pair<First: Sendable, Second: Sendable, Failure: Error>: Sendable {
  struct State {
    var first: First?
    var second: Second?
    var failure: Failure?
    var missing = 2
  }

  /// Set once one of the two has no value: stops the other.
  let stop = Cancellation()

  private let state = Locked(State())
  private let end: Single<(First, Second), Failure>.End

  init(_ end: @escaping Single<(First, Second), Failure>.End) {
    self.end = end
  }

  func receive<Value>(_ result: Result<Value, Failure>?, _ store: (inout State, Value) -> Void) {
    let hasNoValue = if case .success = result { false } else { true }
    let state = state.withLock { state in
      switch result {
      case .success(let value): store(&state, value)
      case .failure(let failure): state.failure = state.failure ?? failure
      case nil: break
      }
      state.missing -= 1
      return state
    }
    if hasNoValue { stop.cancel() }
    guard state.missing == 0 else { return }
    if let failure = state.failure { return end(.failure(failure)) }
    guard let first = state.first, let second = state.second else { return end(nil) }
    end(.success((first, second)))
  }
}
