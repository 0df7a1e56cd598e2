// The basis of the operators of all traits.
extension Work {
  /// Work of another trait with this work's outcome transformed.
  func mapOutcome<Other: Trait>(
    _ transform: @escaping @Sendable (Outcome) throws(Failure) -> Other.Outcome
  ) -> Work<Other, Failure> {
    Work<Other, Failure> { context, end in
      run(context) { result in
        end(result?.flatMap { outcome in Result { () throws(Failure) in try transform(outcome) } })
      }
    }
  }

  /// Runs this, then the work that `next` makes from its outcome.
  func then<Next: Trait>(_ next: @escaping @Sendable (Outcome) -> Work<Next, Failure>) -> Work<
    Next, Failure
  > {
    Work<Next, Failure> { context, end in
      run(context) { result in
        guard let result, !context.isCancelled else { return end(nil) }
        switch result {
        case .success(let outcome): next(outcome).run(context, end)
        case .failure(let failure): end(.failure(failure))
        }
      }
    }
  }

  /// Runs the work with its own cancellation, which is set with the context's or with `other`,
  /// whichever comes first. Handlers that the work registers are released when it ends.
  func runWithOwnFlag(_ context: WorkContext, or other: Cancellation? = nil, _ end: @escaping End) {
    let flag = context.cancellation
    let own = Cancellation { flag.isCancelled || other?.isCancelled ?? false }
    let unregister = [flag, other].compactMap(\.self).map { $0.onCancel { own.cancel() } }
    run(WorkContext(cancellation: own, queue: context.queue)) { result in
      for unregister in unregister { unregister() }
      end(result)
    }
  }
}
