/// One system call of a program: the `ordinal`th of its name, counted from 1 over all of its
/// threads.
package struct SystemCall: Hashable, Sendable {
  /// As in the manual, such as `unlink`, or as `CTracingCall.name(in:)` tells apart what one call
  /// does to different things.
  package let name: String
  package let ordinal: Int

  package init(_ name: String, _ ordinal: Int) {
    self.name = name
    self.ordinal = ordinal
  }
}

extension SystemCall: CustomStringConvertible {
  package var description: String { "\(name) \(ordinal)" }
}

/// A system call that a traced program made.
package struct RecordedCall: Sendable {
  package let call: SystemCall
  /// As the kernel got it, such as the signal of `rt_sigaction`, or the descriptor of `write`.
  package let firstArgument: UInt64
}
