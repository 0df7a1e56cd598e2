package import SystemPackage

/// Why there is no sandboxed decoder for a photo, or how it failed. `description` leaves out the
/// photo's path.
package enum WorkerFailure: Hashable, Sendable {
  // The fault of the photo or of the library: another version of the library may decode the same
  // photo.
  case timeout
  case crashed
  /// It called the system in a way that is forbidden.
  case forbiddenCall
  case memoryExceeded
  case wrongReply
  /// An encoder won't take a picture.
  case refused(reason: String)
  /// More bytes than the format can count.
  case fileTooLarge

  // The installation's fault.
  /// - Parameter packages: Debian's names of what must be installed.
  case libraryMissing(packages: String)
  /// - Parameters:
  ///   - packages: Debian's names of what can't be loaded.
  ///   - reason: the loader's, in ASCII.
  case libraryUnusable(packages: String, reason: String)
  /// - Parameter packages: Debian's names of what the program must be built with.
  case notBuilt(packages: String)

  // The system's fault.
  case notStarted(Errno)
  /// The limit on stacks is below what it needs.
  case smallStack
  /// It was killed from outside, or ended for lack of memory.
  case killed
  /// It got too little processor time.
  case starved
  /// Protections that were required are missing.
  case unprotected(missing: [WorkerProtection])
}

extension WorkerFailure {
  /// Whether something must be installed.
  package var isOfInstallation: Bool {
    switch self {
    case .libraryMissing, .libraryUnusable, .notBuilt: true
    default: false
    }
  }

  /// Whether it says nothing about the photo: another time the same photo may be decoded.
  package var isOfSystem: Bool {
    switch self {
    case .notStarted, .smallStack, .killed, .starved, .unprotected: true
    case .timeout, .crashed, .forbiddenCall, .memoryExceeded, .wrongReply, .refused, .fileTooLarge,
      .libraryMissing, .libraryUnusable, .notBuilt:
      false
    }
  }
}

extension WorkerFailure: CustomStringConvertible {
  package var description: String { "its decoder \(reason); \(advice)" }

  /// What the decoder did or is, to be read after its name.
  package var reason: String {
    switch self {
    case .timeout: "took too long and was stopped"
    case .crashed: "crashed"
    case .forbiddenCall: "was stopped because it made a system call that no decoder needs"
    case .memoryExceeded: "asked for more memory than such a picture needs"
    case .wrongReply: "gave an invalid reply"
    case .refused(let reason): "failed: \(reason)"
    case .fileTooLarge: "gave more bytes than the format can have"
    case .libraryMissing: "is not installed"
    case .libraryUnusable(_, let reason): "can't be loaded: \(reason)"
    case .notBuilt: "was missing when this program was built"
    case .notStarted(let errno): "can't be started: \(errno)"
    case .smallStack: "needs a larger stack than the limit allows"
    case .killed: "was killed, probably because memory ran out"
    case .starved: "got too little processor time"
    case .unprotected(let missing):
      "would run without a protection that is required (--require-sandbox): "
        + missing.map(\.rawValue).joined(separator: ", ")
    }
  }

  package var advice: String {
    switch self {
    case .timeout, .crashed, .forbiddenCall, .memoryExceeded, .wrongReply, .refused, .fileTooLarge:
      "use another copy"
    case .libraryMissing(let packages): "install \(packages)"
    case .libraryUnusable(let packages, _): "reinstall \(packages)"
    case .notBuilt(let packages): "build it with \(packages)"
    case .notStarted(let errno): Self.advice(notStarted: errno)
    case .smallStack: "raise the limit (ulimit -s)"
    case .killed, .starved: "close other programs and try again"
    case .unprotected: "see 'collage formats', and use a system that has it"
    }
  }

  /// The same for an encoder.
  var adviceOnEncoder: String {
    switch self {
    case .timeout, .crashed, .forbiddenCall, .memoryExceeded, .wrongReply, .refused, .fileTooLarge:
      "write another format, such as png"
    default: advice
    }
  }

  /// What to do when no process can be started for a reason.
  package static func advice(notStarted errno: Errno) -> String {
    switch errno {
    case .notPermitted, .permissionDenied:
      "in a container, let the seccomp filter allow clone3, or return ENOSYS for it"
    default: "close other programs, or raise the system's limits"
    }
  }
}
