import TestSupport

/// A run that broke a promise.
struct FaultFinding {
  /// Which promise.
  enum Kind: String, CaseIterable {
    case signalDeath = "died of a signal"
    case hang = "was still there after the time limit"
    case wrongCode = "exit code that does not tell the truth"
    case wrongMessage = "standard error is not one sentence of ours"
    case wrongAnswer = "standard output does not tell what was done"
    case wrongFiles = "files neither as before nor as promised"
    case leftover = "a temporary that it could have removed"
    case notSwept = "the next run did not put everything right"
  }

  let job: FaultJob
  let fault: InjectedFault
  let kind: Kind
  let run: TracedRun
}
