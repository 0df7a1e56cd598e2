extension Single {
  /// The same work, which `cancellation` can also stop: its value, then finished; or nil, then finished, when it was stopped
  /// before it had one; or its failure.
  ///
  /// Unlike cancelling a subscription, stopping is told: nil comes when the work has really ended, with its tidying up done.
  /// A value that was ready before the work heard of it is delivered, since what it stands for has been done.
  package func stopped(by cancellation: Cancellation) -> Single<Success?, Failure> {
    Single<Success?, Failure> { context, end in
      let inner = Cancellation { context.isCancelled || cancellation.isCancelled }
      let registrations = [context.cancellation, cancellation].map { $0.onCancel { inner.cancel() } }
      run(context.with(inner)) { result in
        for registration in registrations { registration.remove() }
        switch result {
        case .success(let value): end(.success(value))
        case _ where cancellation.isCancelled: end(.success(nil))
        case .failure(let failure): end(.failure(failure))
        case nil: end(nil)
        }
      }
    }
  }
}
