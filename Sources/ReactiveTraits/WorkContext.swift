/// The conditions of one run of work.
struct WorkContext: Sendable {
  /// How often a waiting thread checks whether to continue, in seconds.
  static let pollingInterval = 0.02

  var cancellation: Cancellation
  /// Where work runs that has no queue of its own.
  var queue = WorkQueue.background

  /// Whether the calling thread runs this work itself and has nothing else to do meanwhile.
  var isImmediate: Bool {
    if case .immediate = queue { true } else { false }
  }

  var isCancelled: Bool { cancellation.isCancelled }

  /// The same run with another cancellation.
  func with(_ cancellation: Cancellation) -> Self {
    WorkContext(cancellation: cancellation, queue: queue)
  }
}
