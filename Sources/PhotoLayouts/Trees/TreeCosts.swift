internal import Synchronization
internal import ThreadPool

/// Fits trees exactly, to know what they cost.
struct TreeCosts: Sendable {
  /// How many trees a thread takes at once.
  private static let chunk = 16
  /// How many photos in all trees together are worth a thread: about a millisecond.
  private static let photosPerThread = 2048

  private let search: TreeSearch
  private let scorer: TreeScorer
  private let spacing: LayoutSpacing
  private let isCancelled: @Sendable () -> Bool

  /// - Parameter isCancelled: called for every tree, on any thread.
  init(
    _ search: TreeSearch, _ scorer: TreeScorer, _ spacing: LayoutSpacing,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.search = search
    self.scorer = scorer
    self.spacing = spacing
    self.isCancelled = isCancelled
  }

  /// What each tree costs.
  func costs(of roots: [Int32], threads: Int) throws(LayoutCancelled) -> [Double] {
    let starts = Array(stride(from: 0, to: roots.count, by: Self.chunk))
    let found = Locked([Int: [Double]]())
    let next = Atomic(0)
    let useful = roots.count * search.shapes.count / Self.photosPerThread
    ThreadPool.shared.parallel(min(threads, starts.count, max(useful, 1))) { _ in
      var bench = TreeBench(TreeFitter(search.shapes, spacing), scorer.alignment)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < starts.count else { return }
        var costs: [Double] = []
        for root in roots[starts[index]...].prefix(Self.chunk) {
          if isCancelled() { return }
          costs.append(scorer.cost(of: root, of: search.arena, on: &bench).cost)
        }
        found.withLock { [costs] in $0[index] = costs }
      }
    }
    let costs = found.withLock { $0 }
    guard costs.count == starts.count else { throw LayoutCancelled() }
    return starts.indices.flatMap { costs[$0] ?? [] }
  }
}
