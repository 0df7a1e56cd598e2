internal import ThreadPool

extension Work {
  /// The results of several singles that run at the same time, in their order: one value, then finished; never fails.
  ///
  /// Singles without a queue of their own run one after the other in a thread that waits.
  package static func all<Value, Error>(_ singles: [Single<Value, Error>]) -> Self
  where Kind == SingleTrait<[Result<Value, Error>]> {
    Self { context, end in
      guard !singles.isEmpty else { return end(.success([])) }
      let results = AllResults<Value, Error>(count: singles.count) { results in end(results.map { .success($0) }) }
      for (index, single) in singles.enumerated() {
        single.runWithOwnFlag(context) { result in results.receive(result, at: index) }
      }
    }
  }
}

/// Results that arrive in any order, on any thread.
private final class AllResults<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var results: [Result<Value, Failure>?]
    var missing: Int
  }

  private let state: Locked<State>
  private let end: @Sendable ([Result<Value, Failure>]?) -> Void

  /// - Parameter end: called when all have ended; with nil if one was cancelled.
  init(count: Int, end: @escaping @Sendable ([Result<Value, Failure>]?) -> Void) {
    state = Locked(State(results: Array(repeating: nil, count: count), missing: count))
    self.end = end
  }

  func receive(_ result: Result<Value, Failure>?, at index: Int) {
    let all: [Result<Value, Failure>?]? = state.withLock { state in
      state.results[index] = result
      state.missing -= 1
      return state.missing == 0 ? state.results : nil
    }
    guard let all else { return }
    let known = all.compactMap(\.self)
    end(known.count == all.count ? known : nil)
  }
}
