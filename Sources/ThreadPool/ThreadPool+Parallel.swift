internal import Dispatch
internal import Synchronization

extension ThreadPool {
  /// Calls `body` once for every index below `count`, on as many threads as are available,
  /// including the calling thread, which does everything if there is no other. Returns when all
  /// calls have returned.
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

/// Indices that several threads process together, each taking the next one.
/// Safe, because the caller of `finish` has the body on its stack until all indices are processed.
@safe private final class ParallelRun: @unchecked Sendable {
  private let count: Int
  /// Not used after every index has been taken and processed: a thread that arrives later finds
  /// nothing to do.
  private let body: UnsafePointer<@Sendable (Int) -> Void>
  private let next = Atomic(0)
  private let undone: Atomic<Int>
  private let isDone = DispatchSemaphore(value: 0)

  init(_ count: Int, _ body: UnsafePointer<@Sendable (Int) -> Void>) {
    self.count = count
    unsafe self.body = unsafe body
    undone = Atomic(count)
  }

  /// Processes indices until all have been taken.
  func help() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      run(index)
      if undone.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { isDone.signal() }
    }
  }

  /// Helps, then waits for the other threads.
  func finish() {
    help()
    isDone.wait()
    // The thread sanitizer can't see the semaphore, but it sees this load.
    _ = undone.load(ordering: .acquiring)
  }

  /// A function of its own, so that nothing that the body uses is still retained when its index
  /// counts as done.
  @inline(never) private func run(_ index: Int) { unsafe body.pointee(index) }
}
