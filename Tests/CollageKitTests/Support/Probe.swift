import ReactiveTraits
import ThreadPool

/// Something to hold, so that a weak reference can tell when it was let go.
final class Probe: Sendable {
  func touch() {}
}

/// A weak reference that any thread may set and ask.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  private struct Reference: Sendable {
    weak var object: Object?
  }
  private let reference = Locked(Reference())

  var isGone: Bool { reference.withLock { $0.object == nil } }

  func set(_ object: Object) { reference.withLock { $0.object = object } }
}
