/// The result of a process: how it ended, what it wrote, and what it used.
package struct Outcome: Sendable {
  package let terminationStatus: TerminationStatus
  /// All of its standard output, up to the point where reading was stopped.
  package internal(set) var outputBytes: [UInt8] = []
  /// All of its standard error.
  package internal(set) var errorBytes: [UInt8] = []
  /// From just before its start to its end.
  package let wallSeconds: Double
  /// User and system time, with those of its own children that it waited for.
  package let cpuSeconds: Double
  /// The most physical memory that it used at once, in bytes.
  ///
  /// It is the kernel's own figure, which includes children, if that is well above the peak of the
  /// process that started it. Below that the figure is useless, because a child inherits its
  /// parent's peak at `exec`. Then it is the high-water mark of the process alone, as last seen up
  /// to 10 ms before its end: too low for a process that lives for a millisecond, but close for
  /// others.
  package let peakBytes: Int

  /// The exit code, or nil when the process did not exit by itself.
  package var exitCode: Int32? {
    if case .exited(let code) = terminationStatus { code } else { nil }
  }

  /// The standard output as text; bytes that are not UTF-8 become U+FFFD.
  package var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// The standard error as text; bytes that are not UTF-8 become U+FFFD.
  package var error: String { String(decoding: errorBytes, as: UTF8.self) }
}

extension Outcome: CustomStringConvertible {
  package var description: String {
    "\(terminationStatus), output \(output.debugDescription), error \(error.debugDescription)"
  }
}
