import ArgumentParser
import Dispatch
import Glibc
import Synchronization

/// Ends the program between two runs when the user stops it, so that temporary folders are removed.
final class Interruption {
  private final class Received: Sendable {
    /// The last signal's number; 0 when there was none.
    let signal = Atomic<Int32>(0)
  }

  private let received = Received()
  private let sources: [any DispatchSourceSignal]

  init() {
    sources = [SIGINT, SIGTERM].map { [received] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { received.signal.store(number, ordering: .relaxed) }
      source.resume()
      return source
    }
  }

  /// Throws the exit code of a stopped program once a signal has come.
  func check() throws(ExitCode) {
    let signal = received.signal.load(ordering: .relaxed)
    if signal != 0 { throw ExitCode(128 + signal) }
  }
}
