package import Dispatch

extension Work {
  /// Calls `body` once for each run, after the work has stopped and before its end is delivered: with the result, or
  /// with nil if it was cancelled before it had one. Not called for work that never started.
  package func onEnd(_ body: @escaping End) -> Self {
    Self { context, end in
      run(context) { result in
        body(result)
        end(result)
      }
    }
  }

  /// The same work, run on `queue` unless it has a queue of its own.
  package func working(on queue: WorkQueue) -> Self {
    Self { context, end in run(WorkContext(cancellation: context.cancellation, queue: queue), end) }
  }

  /// The same work, which is a member of `group` from its subscription until it has stopped.
  ///
  /// For callers that must know when all cleaning up is done: cancel, then wait for the group. A result that is not
  /// cancelled is delivered before the work leaves the group.
  package func tracked(by group: DispatchGroup) -> Self {
    Self { context, end in
      group.enter()
      run(context) { result in
        end(result)
        group.leave()
      }
    }
  }

  /// The same single, which `cancellation` can also stop: its value, then finished; or nil, then finished, if it was
  /// stopped before it had a value; or its failure.
  ///
  /// Unlike cancelling a subscription, stopping delivers a result: nil arrives after the work has ended and cleaned up.
  /// A value that was ready before the work noticed the cancellation is delivered, because its effects have happened.
  package func stopped<Value>(by cancellation: Cancellation) -> Single<Value?, Failure>
  where Kind == SingleTrait<Value> {
    map { Optional($0) }.stopped(by: cancellation, with: .success(nil))
  }

  /// The same work, which `cancellation` can also stop. If stopped it ends with `instead`, unless it has succeeded.
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
