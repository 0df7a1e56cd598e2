/// How one run of some work is done.
struct WorkContext: Sendable {
  /// How often a thread that waits looks whether it should go on, in seconds.
  static let pollingInterval = 0.02

  var cancellation: Cancellation
  /// Where work is done that has no queue of its own.
  var queue = WorkQueue.background

  /// Whether the calling thread does this work, and has nothing else to do meanwhile.
  var isImmediate: Bool {
    if case .immediate = queue { true } else { false }
  }

  var isCancelled: Bool { cancellation.isCancelled }

  /// The same run with another flag.
  func with(_ cancellation: Cancellation) -> Self {
    WorkContext(cancellation: cancellation, queue: queue)
  }
}
