internal import Dispatch
internal import Glibc
internal import ReactiveTraits

/// Turns SIGINT, SIGTERM and SIGHUP into a cancellation, so that work ends tidily; a second signal ends the program at once.
/// A SIGHUP that was ignored from the beginning, as nohup(1) has it, stays so.
final class SignalWatch {
  private let arrival = Arrival()
  private let sources: [any DispatchSourceSignal]

  private final class Arrival: Sendable {
    let cancellation = Cancellation()
    private let first = Locked<Int32?>(nil)
    private let action = Locked<(@Sendable (ExitStatus) -> Void)?>(nil)

    var signal: Int32? { first.withLock { $0 } }

    func received(_ number: Int32) {
      let isFirst = first.withLock { first in
        defer { first = first ?? number }
        return first == nil
      }
      guard isFirst else { _exit(128 + number) }
      cancellation.cancel()
      action.withLock { $0 }?(.signalled(number))
    }

    func onArrival(_ action: @escaping @Sendable (ExitStatus) -> Void) {
      self.action.withLock { $0 = action }
    }
  }

  init() {
    let numbers = Self.isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    sources = numbers.map { [arrival] number in
      // The default action would end the program before the dispatch source hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler { @Sendable in arrival.received(number) }
      source.resume()
      return source
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    return unsafe sigaction(number, nil, &action) == 0
      && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// How the program should end, once a signal has come.
  var status: ExitStatus? { arrival.signal.map { .signalled($0) } }

  /// What is to be done, on a queue of the watch, when the first signal comes.
  func onArrival(_ action: @escaping @Sendable (ExitStatus) -> Void) { arrival.onArrival(action) }

  /// Waits for a result; when a signal comes first, waits until the work has stopped, then throws 128 plus its number: 130
  /// for SIGINT, 143 for SIGTERM.
  func result<Success, Failure: Error>(of single: Single<Success, Failure>) throws(CommandFailure) -> Result<
    Success, Failure
  > {
    guard let result = single.wait(cancelledBy: arrival.cancellation) else {
      throw CommandFailure(status ?? .signalled(SIGINT), "interrupted; nothing was written")
    }
    return result
  }
}
