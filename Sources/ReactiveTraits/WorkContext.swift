/// How one run of a single's work is done.
struct WorkContext: Sendable {
  var cancellation: Cancellation
  /// Where work is done that has no queue of its own.
  var queue = WorkQueue.background

  var isCancelled: Bool { cancellation.isCancelled }

  /// The same run with another flag.
  func with(_ cancellation: Cancellation) -> Self {
    WorkContext(cancellation: cancellation, queue: queue)
  }
}
