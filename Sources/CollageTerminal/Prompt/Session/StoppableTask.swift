internal import OpenCombine
internal import ReactiveTraits

/// Slow work in the background that a user can stop.
final class StoppableTask {
  let cancellation: Cancellation
  /// Set once the work is begun, since it may end before there is a subscription.
  var subscription: AnyCancellable?

  /// - Parameter stop: stops it, too.
  init(stop: Cancellation) { cancellation = Cancellation { stop.isCancelled } }

  /// Stops the work, which then ends and says so.
  func stop() { cancellation.cancel() }

  /// Ends the work, which then delivers nothing more.
  func drop() { subscription?.cancel() }
}
