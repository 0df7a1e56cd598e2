package import Dispatch

extension Work {
  /// Calls `body` once for each run, when the work has really stopped and before its end is delivered: with the result, or
  /// with nil if it was cancelled before it had one. Work that was never begun has no end.
  package func onEnd(_ body: @escaping End) -> Self {
    Self { context, end in
      run(context) { result in
        body(result)
        end(result)
      }
    }
  }

  /// The same, with work that has no queue of its own done on `queue`.
  package func working(on queue: WorkQueue) -> Self {
    Self { context, end in run(WorkContext(cancellation: context.cancellation, queue: queue), end) }
  }

  /// The same work, which stays in `group` from its subscription until it has really stopped.
  ///
  /// For those who subscribe and must know when all has been tidied up: cancel, then wait for the group. A result that
  /// is not cancelled has been delivered before the group is left.
  package func tracked(by group: DispatchGroup) -> Self {
    Self { context, end in
      group.enter()
      run(context) { result in
        end(result)
        group.leave()
      }
    }
  }

  /// The same single, which `cancellation` can also stop: its value, then finished; or nil, then finished, when it was
  /// stopped before it had one; or its failure.
  ///
  /// Unlike cancelling a subscription, stopping is delivered: nil comes when the work has really ended, with its tidying up
  /// done. A value that was ready before the work heard of it is delivered, since what it stands for has been done.
  package func stopped<Value>(by cancellation: Cancellation) -> Single<Value?, Failure>
  where Kind == SingleTrait<Value> {
    map { Optional($0) }.stopped(by: cancellation, with: .success(nil))
  }

  /// The same work, which `cancellation` can also stop; its result is `instead` then, unless it has succeeded.
  func stopped(by cancellation: Cancellation, with instead: Result<Outcome, Failure>) -> Self {
    Self { context, end in
      runWithOwnFlag(context, or: cancellation) { result in
        switch result {
        case .success(let outcome): end(.success(outcome))
        case _ where cancellation.isCancelled: end(instead)
        case let result: end(result)
        }
      }
    }
  }
}
