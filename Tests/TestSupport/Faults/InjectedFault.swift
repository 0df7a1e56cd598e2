package import SystemPackage

/// What happens to a program at one of its system calls.
package struct InjectedFault: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The call is not made and returns this error; only `close` is made, as the kernel does even
    /// if it fails.
    case error(Errno)
    /// SIGKILL ends the program instead of the call.
    case killBefore
    /// SIGKILL ends the program after the call was made, before it continues.
    case killAfter
    /// SIGKILL ends the process that makes the call, which may be a child of the program, instead
    /// of the call.
    case killCaller
    /// This signal is sent to the program when it makes the call, and may interrupt it.
    case signal(Int32)
  }

  package let call: SystemCall
  package let kind: Kind
  /// Whether the same happens at all later calls of the same name, as if a disk were broken for
  /// good.
  package let isLasting: Bool

  package init(_ kind: Kind, at call: SystemCall, lasting isLasting: Bool = false) {
    self.call = call
    self.kind = kind
    self.isLasting = isLasting
  }

  /// Whether it happens at this call.
  func concerns(_ other: SystemCall) -> Bool {
    isLasting ? other.name == call.name && other.ordinal >= call.ordinal : other == call
  }
}

extension InjectedFault: CustomStringConvertible {
  package var description: String { "\(kind) at \(call)\(isLasting ? " and on" : "")" }
}

extension InjectedFault.Kind: CustomStringConvertible {
  package var description: String {
    switch self {
    case .error(let error): error.name
    case .killBefore: "killed before"
    case .killAfter: "killed after"
    case .killCaller: "caller killed"
    case .signal(let number): "signal \(number)"
    }
  }
}
