import Glibc
import ReactiveTraits
import Testing

/// Waits until something that is sure to happen has happened; records an issue when it has not after a long time.
func eventually(_ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool) {
  let start = ContinuousClock.now
  while !condition() {
    guard ContinuousClock.now - start < .seconds(60) else {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
    usleep(1_000)
  }
}

/// What happened, in order; any thread may add to it.
final class Log<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  var entries: [Entry] { contents.withLock { $0 } }

  func add(_ entry: Entry) { contents.withLock { $0.append(entry) } }
}

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
