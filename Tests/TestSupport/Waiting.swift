package import Dispatch
import Glibc

/// How long tests wait for what is sure to happen: far longer than it takes, even on a slow and
/// busy machine.
package let longestWait = Duration.seconds(120)

/// Waits until the condition holds; false if it never did.
package func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + longestWait
  // Grows, so that many that wait leave the processors to what they wait for.
  var pause: UInt32 = 500
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(pause)
    pause = min(pause * 2, 8000)
  }
  return true
}

extension DispatchSemaphore {
  /// Waits for a signal that is sure to come; false if it didn't.
  @discardableResult
  package func waitForSignal() -> Bool { wait(timeout: .now() + longestWait.seconds) == .success }
}

extension DispatchGroup {
  /// Waits until all members have left, which is sure to happen; false if they haven't.
  package func waitForAll() -> Bool { wait(timeout: .now() + longestWait.seconds) == .success }
}

extension Duration {
  /// The whole duration in seconds.
  var seconds: Double { self / .seconds(1) }
}
