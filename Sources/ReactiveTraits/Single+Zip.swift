internal import ThreadPool

extension Work {
  /// The values of this single and of another that runs at the same time. Or the first failure of the two: it cancels
  /// the other single and is delivered after that has stopped.
  package func zip<Value, Other>(_ other: Single<Other, Failure>) -> Single<(Value, Other), Failure>
  where Kind == SingleTrait<Value> {
    Single<(Value, Other), Failure> { context, end in
      let pair = Pair<Value, Other, Failure>(end)
      let runOther: @Sendable () -> Void = {
        other.runWithOwnFlag(context, or: pair.stop) { result in pair.receive(result) { $0.second = $1 } }
      }
      // Without a free thread, a thread that runs the work itself runs one single after the other.
      let isOtherBegun = context.isImmediate && ThreadPool.shared.tryRun(runOther)
      runWithOwnFlag(context, or: pair.stop) { result in pair.receive(result) { $0.first = $1 } }
      if !isOtherBegun { runOther() }
    }
  }
}

/// Two results that arrive in any order, on any thread.
private final class Pair<First: Sendable, Second: Sendable, Failure: Error>: Sendable {
  struct State {
    var first: First?
    var second: Second?
    var failure: Failure?
    var missing = 2
  }

  /// Set once one of the two has failed or was cancelled; stops the other.
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
