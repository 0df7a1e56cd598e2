import ArgumentParser
import Dispatch
import Glibc
import Synchronization

/// Ends the program between two runs when the user interrupts it, so that temporary folders are removed.
final class Interruption {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private let flag = Flag()
  private let source: any DispatchSourceSignal

  init() {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler { [flag] in flag.isSet.store(true, ordering: .relaxed) }
    source.resume()
  }

  /// Throws once the user has interrupted.
  func check() throws(ExitCode) {
    if flag.isSet.load(ordering: .relaxed) { throw ExitCode(130) }
  }
}
