/// The changes of a line that can be undone, grouped into steps as a user would expect.
struct UndoLog: Sendable {
  /// The maximum number of changes, and of clusters stored in them; the oldest changes are dropped
  /// first.
  private static let maxChanges = 2_000
  private static let maxClusters = 1 << 18

  private struct Entry {
    let change: EditedLine.Change
    let step: Int
  }

  private var entries: [Entry] = []
  private var keptClusters = 0
  private var step = 0

  /// - Parameter continuesStep: whether it is undone together with the previous change.
  mutating func append(_ change: EditedLine.Change, continuesStep: Bool) {
    if !continuesStep { step += 1 }
    entries.append(Entry(change: change, step: step))
    keptClusters += change.replaced.count
    guard entries.count > Self.maxChanges || keptClusters > Self.maxClusters else { return }
    let surplus = entries.prefix(max(entries.count / 2, 1))
    keptClusters -= surplus.reduce(0) { $0 + $1.change.replaced.count }
    entries.removeFirst(surplus.count)
  }

  /// The changes of the latest step, the latest first.
  mutating func popStep() -> [EditedLine.Change] {
    let latest = entries.reversed().prefix { $0.step == entries.last?.step }.map(\.change)
    entries.removeLast(latest.count)
    keptClusters -= latest.reduce(0) { $0 + $1.replaced.count }
    return latest
  }
}
