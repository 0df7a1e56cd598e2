import Dispatch
internal import ThreadPool

extension Work {
  /// Runs the work and blocks the calling thread until it ends; for commands, which have nothing
  /// else to do. Work without its own queue runs on the calling thread.
  ///
  /// Never call this on the queue that the work needs: that would deadlock.
  package func wait() -> Result<Outcome, Failure> {
    guard let result = runToEnd(cancelledBy: Cancellation()) else {
      preconditionFailure(
        "work that is waited for cancelled itself; only its subscriber may cancel it")
    }
    return result
  }

  /// Runs the work and blocks the calling thread until it ends; another thread can stop it with
  /// `cancellation`.
  ///
  /// Returns nil if it was cancelled and did not succeed. An outcome that was ready before the work
  /// noticed the cancellation is returned, because its effects have happened. Nil, too, is returned
  /// only after the work has stopped: its body has returned and cleaned up, so a command may then
  /// exit at once. (What the body captures is released a moment later, so clean up in the body.)
  /// The work gets its own cancellation, which is set with `cancellation`; handlers that it
  /// registers are released when it ends.
  ///
  /// Never call this on the queue that the work needs: that would deadlock.
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
    // Only this thread polls `isAlsoCancelled`; the work may rely on handlers, which run only on
    // `cancel()`.
    while ended.wait(timeout: .now() + WorkContext.pollingInterval) == .timedOut {
      if cancellation.isCancelled { own.cancel() }
    }
    return outcome.withLock { $0 }
  }
}
