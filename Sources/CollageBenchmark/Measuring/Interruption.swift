import ArgumentParser
import Dispatch
import Glibc
import Synchronization

/// Stops the program between two runs after SIGINT or SIGTERM, so that temporary folders are removed.
final class Interruption {
  private final class Received: Sendable {
    /// The last signal's number; 0 if there was none.
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

  /// - Throws: 128 plus the number of the signal, if one was received.
  func check() throws(ExitCode) {
    let signal = received.signal.load(ordering: .relaxed)
    if signal != 0 { throw ExitCode(128 + signal) }
  }
}
