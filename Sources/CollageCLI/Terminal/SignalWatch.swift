internal import CProcess
internal import Glibc
internal import ReactiveTraits
internal import SystemPackage

/// SIGINT, SIGTERM and SIGHUP as a cancellation, so that work ends tidily. A second signal ends the program at once, and so
/// does the first after 0.8 seconds. Those that were ignored from the beginning, as nohup(1) and a shell's background jobs
/// have them, stay so.
///
/// There is one for the process. It needs no thread: work polls what the handler notes.
struct SignalWatch {
  /// Set, though nobody called `cancel`, once a signal has come.
  let cancellation = Cancellation { cprocess_received_signal() != 0 }

  /// - Parameters:
  ///   - message: what is said when a signal ended the work.
  ///   - waitsForInput: whether `waitForInput` is used.
  init(saying message: StaticString = "interrupted; nothing was written", waitsForInput: Bool = false) {
    text = message.description
    // The handler's for the rest of the program.
    unsafe cprocess_defer_signals(strdup("collage: \(text)\n"), waitsForInput)
  }

  private let text: String

  /// How the program should end, once a signal has come.
  var status: ExitStatus? {
    let number = cprocess_received_signal()
    return number == 0 ? nil : .signalled(number)
  }

  /// What the program ends with after a signal: 128 plus its number, 130 for SIGINT, 143 for SIGTERM; nil when none came.
  var failure: CommandFailure? { status.map { CommandFailure($0, text) } }

  /// Waits for a result; when a signal comes first, until the work has stopped.
  func result<Success, Failure: Error>(of single: Single<Success, Failure>) throws(CommandFailure) -> Result<
    Success, Failure
  > {
    guard let result = single.wait(cancelledBy: cancellation) else {
      throw failure ?? CommandFailure(.signalled(2), text)
    }
    return result
  }

  /// Waits until there is something to read; false when a signal has come.
  static func waitForInput(_ descriptor: FileDescriptor) -> Bool { cprocess_wait_for_input(descriptor.rawValue) }
}
