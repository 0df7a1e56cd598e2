/// How a process came to its end.
package enum TerminationStatus: Hashable, Sendable {
  /// It exited by itself, with this code (0 to 255).
  case exited(Int32)
  /// A signal of this number ended it.
  case killed(signal: Int32)
  /// It, or a child of it that held its outputs, was still running after the time limit, and was
  /// killed.
  case ranOutOfTime
}
