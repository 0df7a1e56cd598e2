package import Dispatch

// A transform runs on the queue where the work before it ends.
extension Single {
  /// A single whose value is made from this one's; or it fails, as this one does or as `transform` does.
  ///
  /// `transform` runs even if the subscription is cancelled by then: a value stands for work that has been done, which
  /// `wait` must be able to tell of.
  package func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Success) throws(Failure) -> Mapped
  ) -> Single<Mapped, Failure> {
    Single<Mapped, Failure> { context, end in
      run(context) { result in
        end(result?.flatMap { value in Result { () throws(Failure) in try transform(value) } })
      }
    }
  }

  /// The same single with its failure made into another one.
  package func mapError<Mapped: Error>(
    _ transform: @escaping @Sendable (Failure) -> Mapped
  ) -> Single<Success, Mapped> {
    Single<Success, Mapped> { context, end in
      run(context) { result in end(result?.mapError(transform)) }
    }
  }

  /// This single and then the one made from its value, as one: the second's value, or the first failure of the two.
  ///
  /// Cancelling stops whichever of the two is under way; the second isn't begun if that happens during the first.
  package func flatMap<Next: Sendable>(
    _ next: @escaping @Sendable (Success) -> Single<Next, Failure>
  ) -> Single<Next, Failure> {
    Single<Next, Failure> { context, end in
      run(context) { result in
        guard let result, !context.isCancelled else { return end(nil) }
        switch result {
        case .success(let value): next(value).run(context, end)
        case .failure(let failure): end(.failure(failure))
        }
      }
    }
  }

  /// The same single, with work that has no queue of its own done on `queue`.
  package func working(on queue: WorkQueue) -> Self {
    Single { context, end in run(WorkContext(cancellation: context.cancellation, queue: queue), end) }
  }

  /// The same single, which stays in `group` from its subscription until its work has really stopped.
  ///
  /// For those who subscribe and must know when all has been tidied up: cancel, then wait for the group. A result that
  /// is not cancelled has been delivered before the group is left.
  package func tracked(by group: DispatchGroup) -> Self {
    Single { context, end in
      group.enter()
      run(context) { result in
        end(result)
        group.leave()
      }
    }
  }
}
