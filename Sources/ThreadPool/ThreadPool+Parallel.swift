internal import Dispatch
internal import Synchronization

extension ThreadPool {
  /// Runs `body` for every index below `count`, each once, on as many threads at once as there are to be had; the caller's is
  /// one of them, and does it all where there is no other. Returns when all are done.
  package func parallel(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1 else {
      if count == 1 { body(0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      unsafe withUnsafePointer(to: body) { body in
        let run = unsafe ParallelRun(count, body)
        for _ in 1..<count where !tryRun({ run.help() }) { break }
        run.finish()
      }
    }
  }
}

/// Indices that threads share out among themselves.
@safe private final class ParallelRun: @unchecked Sendable {
  private let count: Int
  /// Not used any more once every index has been taken and done: a thread that comes later finds nothing to do.
  private let body: UnsafePointer<@Sendable (Int) -> Void>
  private let next = Atomic(0)
  private let undone: Atomic<Int>
  private let isDone = DispatchSemaphore(value: 0)

  init(_ count: Int, _ body: UnsafePointer<@Sendable (Int) -> Void>) {
    self.count = count
    unsafe self.body = unsafe body
    undone = Atomic(count)
  }

  /// Does what nobody else has taken.
  func help() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      run(index)
      if undone.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { isDone.signal() }
    }
  }

  /// Helps, then waits for the others.
  func finish() {
    help()
    isDone.wait()
    // The semaphore is not seen by the thread sanitizer; this is.
    _ = undone.load(ordering: .acquiring)
  }

  /// On its own, so that nothing of the body is held when its index counts as done.
  @inline(never) private func run(_ index: Int) { unsafe body.pointee(index) }
}
