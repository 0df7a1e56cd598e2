/// How work ends when it succeeds and what its subscribers receive: the grammar of a stream in its type.
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
