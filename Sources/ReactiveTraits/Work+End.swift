package import Dispatch

extension Work {
  /// The same work, run on `queue` unless it already has a queue of its own.
  package func working(on queue: WorkQueue) -> Self {
    Self { context, end in run(WorkContext(cancellation: context.cancellation, queue: queue), end) }
  }

  /// The same work, which is a member of `group` from its subscription until it has stopped.
  ///
  /// For callers that must know when all cleaning up is done: cancel, then wait for the group. A
  /// result that is not cancelled is delivered before the work leaves the group.
  package func tracked(by group: DispatchGroup) -> Self {
    Self { context, end in
      group.enter()
      run(context) { result in
        end(result)
        group.leave()
      }
    }
  }

  /// The same single, which `cancellation` can also stop: its value, then finished; or nil, then
  /// finished, if it was stopped before it had a value; or its failure.
  ///
  /// Unlike cancelling a subscription, stopping delivers a result: nil arrives after the work has
  /// ended and cleaned up. A value that was ready before the work noticed the cancellation is
  /// delivered, because its effects have happened.
  package func stopped<Value>(by cancellation: Cancellation) -> Single<Value?, Failure>
  where Kind == SingleTrait<Value> {
    Single<Value?, Failure> { context, end in
      runWithOwnFlag(context, or: cancellation) { result in
        switch result {
        case .success(let value): end(.success(value))
        case _ where cancellation.isCancelled: end(.success(nil))
        case .failure(let failure): end(.failure(failure))
        case nil: end(nil)
        }
      }
    }
  }

  /// Work with something that is acquired for each run and released after it.
  ///
  /// Each subscription calls `acquire` on its own thread, and fails if that throws. Otherwise
  /// `release` is called exactly once, after the work has stopped and before its end is delivered:
  /// with the result, or with nil if it was cancelled before it had one.
  package static func using<Resource: Sendable>(
    _ acquire: @escaping @Sendable () throws(Failure) -> Resource,
    release: @escaping @Sendable (Resource, Result<Outcome, Failure>?) -> Void,
    work: @escaping @Sendable (Resource) -> Self
  ) -> Self {
    Self { context, end in
      let resource: Resource
      do throws(Failure) {
        resource = try acquire()
      } catch {
        return end(.failure(error))
      }
      work(resource).run(context) { result in
        release(resource, result)
        end(result)
      }
    }
  }

  /// The same work, whose end is delivered on `queue`, also after a cancellation.
  package func ending(on queue: WorkQueue) -> Self {
    Self { context, end in
      run(context) { result in queue.async { end(result) } }
    }
  }
}
