import Dispatch

extension Single {
  /// Runs the work and blocks the calling thread until it ends: for commands, which have nothing to do meanwhile. Work that
  /// has no queue of its own is done by the calling thread itself.
  ///
  /// Never call this on the queue that the work needs: that is a deadlock.
  package func wait() -> Result<Success, Failure> {
    guard let result = runToEnd(Cancellation()) else {
      preconditionFailure("work that is waited for cancelled itself; only its subscriber may cancel it")
    }
    return result
  }

  /// Runs the work, blocks the calling thread until it ends, and lets another thread stop it by `cancellation`.
  ///
  /// Nil if it was cancelled and has no value: then nothing came of the work. A value that was ready before the work heard
  /// of the cancelling is returned, since what it stands for has been done. Nil too comes only when the work has really
  /// stopped: its body has returned, with the tidying up done, so a command that gets nil may exit at once. (What the body
  /// captures is let go a moment later; tidy up in the body.) The work is handed a flag of its own, set with
  /// `cancellation`, so that handlers it registers don't outlive it.
  ///
  /// Never call this on the queue that the work needs: that is a deadlock.
  package func wait(cancelledBy cancellation: Cancellation) -> Result<Success, Failure>? {
    let own = Cancellation { cancellation.isCancelled }
    let registration = cancellation.onCancel { own.cancel() }
    defer { registration.remove() }
    let result = runToEnd(own)
    if case .failure = result, cancellation.isCancelled { return nil }
    return result
  }

  private func runToEnd(_ cancellation: Cancellation) -> Result<Success, Failure>? {
    let ended = DispatchSemaphore(value: 0)
    let outcome = Locked<Result<Success, Failure>?>(nil)
    run(WorkContext(cancellation: cancellation, queue: .immediate)) { result in
      outcome.withLock { $0 = result }
      ended.signal()
    }
    ended.wait()
    return outcome.withLock { $0 }
  }
}
