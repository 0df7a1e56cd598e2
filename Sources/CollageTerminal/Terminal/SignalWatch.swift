internal import CProcess
internal import Glibc
package import ReactiveTraits
package import SystemPackage

/// Turns SIGINT, SIGTERM and SIGHUP into a cancellation, so that work can clean up. A second signal
/// ends the program at once, and so does the first if the work takes more than 0.8 seconds to stop.
/// Signals that were ignored from the start, as under nohup(1) or in a shell's background jobs,
/// stay ignored.
///
/// Create only one per process. It needs no thread, because work polls the flag that the handler
/// sets.
package struct SignalWatch {
  /// Becomes cancelled once a signal has arrived, without a call of `cancel`.
  package let cancellation = Cancellation { cprocess_received_signal() != 0 }

  /// - Parameters:
  ///   - message: printed if a signal ends the work.
  ///   - wakes: whether `waitForInput` or `TerminalEvents` are used.
  package init(message: StaticString = "interrupted; nothing was written", wakes: Bool = false) {
    text = message.description
    let erasure = StandardError.isTerminal ? ProgressLine.erasure : ""
    // The handler uses the copy for the rest of the program's life.
    unsafe cprocess_defer_signals(strdup("\(erasure)collage: \(text)\n"), wakes)
  }

  private let text: String

  /// The failure after a signal, with status 128 plus its number; nil if none has arrived.
  package var failure: CommandFailure? {
    let number = cprocess_received_signal()
    return number == 0 ? nil : CommandFailure(.signalled(number), text)
  }

  /// Waits for a result. If a signal comes first, waits until the work has stopped.
  package func result<Kind: Trait, Failure: Error>(of work: Work<Kind, Failure>)
    throws(CommandFailure)
    -> Result<
      Kind.Outcome, Failure
    >
  {
    guard let result = work.wait(cancelledBy: cancellation) else {
      throw failure ?? CommandFailure(.signalled(2), text)
    }
    return result
  }

  /// The outcome of work, whose failure becomes that of a command.
  package func outcome<Kind: Trait, Failure: CommandError>(of work: Work<Kind, Failure>)
    throws(CommandFailure) -> Kind.Outcome
  {
    switch try result(of: work) {
    case .success(let outcome): return outcome
    case .failure(let error): throw CommandFailure(error)
    }
  }

  /// Waits until there is something to read; returns false if a signal arrives first.
  package static func waitForInput(_ descriptor: FileDescriptor) -> Bool {
    cprocess_wait_for_input(descriptor.rawValue)
  }

  /// Waits until there is something to read, if anything may come, or a signal has arrived; at most
  /// for so long.
  package static func waitForInput(_ descriptor: FileDescriptor?, atMost time: Duration) {
    let milliseconds = (time / .milliseconds(1)).rounded(.up)
    cprocess_wait_a_while(descriptor?.rawValue ?? -1, Int32(min(milliseconds, 1e6)))
  }
}
