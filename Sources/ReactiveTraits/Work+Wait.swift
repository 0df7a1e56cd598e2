import Dispatch

extension Work {
  /// Runs the work and blocks the calling thread until it ends: for commands, which have nothing to do meanwhile. Work that
  /// has no queue of its own is done by the calling thread itself.
  ///
  /// Never call this on the queue that the work needs: that is a deadlock.
  package func wait() -> Result<Outcome, Failure> {
    guard let result = runToEnd(cancelledBy: Cancellation()) else {
      preconditionFailure("work that is waited for cancelled itself; only its subscriber may cancel it")
    }
    return result
  }

  /// Runs the work, blocks the calling thread until it ends, and lets another thread stop it by `cancellation`.
  ///
  /// Nil if it was cancelled and did not succeed: then nothing came of the work. An outcome that was ready before the work
  /// heard of the cancelling is returned, since what it stands for has been done. Nil too comes only when the work has
  /// really stopped: its body has returned, with the tidying up done, so a command that gets nil may exit at once. (What the
  /// body captures is let go a moment later; tidy up in the body.) The work is handed a flag of its own, set with
  /// `cancellation`, so that handlers it registers don't outlive it.
  ///
  /// Never call this on the queue that the work needs: that is a deadlock.
  package func wait(cancelledBy cancellation: Cancellation) -> Result<Outcome, Failure>? {
    let result = runToEnd(cancelledBy: cancellation)
    if case .failure = result, cancellation.isCancelled { return nil }
    return result
  }

  private func runToEnd(cancelledBy cancellation: Cancellation) -> Result<Outcome, Failure>? {
    let own = Cancellation()
    let ended = DispatchSemaphore(value: 0)
    let outcome = Locked<Result<Outcome, Failure>?>(nil)
    runWithOwnFlag(WorkContext(cancellation: own, queue: .immediate), or: cancellation) { result in
      outcome.withLock { $0 = result }
      ended.signal()
    }
    // Nobody but this thread sees that a flag counts as set without having been set, and work may have handlers.
    while ended.wait(timeout: .now() + WorkContext.pollingInterval) == .timedOut {
      if cancellation.isCancelled { own.cancel() }
    }
    return outcome.withLock { $0 }
  }
}
