package import OpenCombine

/// A description of work that ends once: the common base of `Single`, `Maybe` and `Completable`.
///
/// It is cold: nothing runs before a subscription, and every subscription runs the work again.
/// Cancelling a subscription before the end sets the cancellation that the work polls, and nothing
/// is delivered from then on; only a delivery that another thread has already started may overlap
/// with `cancel()`. Values arrive on the queue on which the work ends or, if they were not
/// requested by then, on the thread that requests them.
package struct Work<Kind: Trait, Failure: Error>: Publisher, Sendable {
  package typealias Output = Kind.Output
  /// The work's result: a single's value, a maybe's value or nil, nothing for a completable.
  package typealias Outcome = Kind.Outcome

  /// Called exactly once, after the work has stopped: with the result, or nil if it was cancelled
  /// before it had one. A result may still arrive after cancelling; the caller that cancelled
  /// ignores it.
  package typealias End = @Sendable (Result<Outcome, Failure>?) -> Void

  /// Runs the work once, until `End` is called. Both subscriptions and `wait` use this.
  let run: @Sendable (WorkContext, @escaping End) -> Void

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    WorkSubscription(Downstream(subscriber)).start(self)
  }
}

/// The conditions of one run of work.
struct WorkContext: Sendable {
  /// How often a waiting thread checks whether to continue, in seconds.
  static let pollingInterval = 0.02

  let cancellation: Cancellation
  /// The queue for work that has none of its own.
  var queue = WorkQueue.background

  /// Whether the calling thread runs this work itself and has nothing else to do meanwhile.
  var isImmediate: Bool {
    if case .immediate = queue { true } else { false }
  }

  var isCancelled: Bool { cancellation.isCancelled }
}

/// How work ends when it succeeds and what its subscribers receive: the grammar of a stream in its
/// type.
package protocol Trait: SendableMetatype {
  /// The work's result.
  associatedtype Outcome: Sendable
  /// The type of the value that a subscriber may receive.
  associatedtype Output: Sendable

  /// The value to send before the stream finishes; nil if it finishes without a value.
  static func value(of outcome: Outcome) -> Output?
}

/// See `Single`.
package enum SingleTrait<Value: Sendable>: Trait {
  package static func value(of outcome: Value) -> Value? { outcome }
}

/// See `Maybe`.
package enum MaybeTrait<Value: Sendable>: Trait {
  package static func value(of outcome: Value?) -> Value? { outcome }
}

/// See `Completable`.
package enum CompletableTrait: Trait {
  package static func value(of outcome: Void) -> Never? { nil }
}
