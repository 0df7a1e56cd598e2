/// How work ends when it succeeds, and what its subscribers are sent of that: the grammar of a stream in its type.
package protocol Trait: SendableMetatype {
  /// What the work comes to.
  associatedtype Outcome: Sendable
  /// What a subscriber may be sent.
  associatedtype Output: Sendable

  /// The value to send before the stream finishes; nil if it finishes without one.
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
