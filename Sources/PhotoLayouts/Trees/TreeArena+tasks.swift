internal import Synchronization
internal import ThreadPool

extension TreeArena {
  /// Runs tasks on several threads, each in an arena of its own, and adds what they build in the
  /// order of the tasks: the nodes are the same for any number of threads.
  ///
  /// - Returns: what each task has found.
  /// - Throws: if any of them was cancelled.
  mutating func build(
    _ tasks: [TreeTask], threads: Int
  ) throws(LayoutCancelled) -> [FoundTrees] {
    let photos = photosOnly
    let state = Locked(Gathering(arena: self))
    let next = Atomic(0)
    ThreadPool.shared.parallel(min(threads, tasks.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < tasks.count else { return }
        var arena = photos
        guard let found = tasks[index](&arena) else { return }
        let built = Gathering.Built(arena: arena, found: found)
        state.withLock { $0.add(built, of: index) }
      }
    }
    let gathered = state.withLock { $0 }
    guard gathered.found.count == tasks.count else { throw LayoutCancelled() }
    self = gathered.arena
    return gathered.found
  }

  /// What tasks have built, gathered in their order.
  private struct Gathering: Sendable {
    struct Built: Sendable {
      let arena: TreeArena
      let found: FoundTrees
    }

    private(set) var arena: TreeArena
    private(set) var found: [FoundTrees] = []
    /// What was built before its turn.
    private var early: [Int: Built] = [:]

    init(arena: TreeArena) { self.arena = arena }

    mutating func add(_ built: Built, of index: Int) {
      early[index] = built
      while let next = early.removeValue(forKey: found.count) {
        found.append(arena.add(next.found, of: next.arena))
      }
    }
  }
}
