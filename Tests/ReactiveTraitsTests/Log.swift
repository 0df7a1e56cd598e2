import ReactiveTraits
import ThreadPool

/// What happened, in order; any thread may add to it.
final class Log<Entry: Sendable>: Sendable {
  private let contents = Locked<[Entry]>([])

  var entries: [Entry] { contents.withLock { $0 } }

  func add(_ entry: Entry) {
    contents.withLock { $0.append(entry) }
  }
}
