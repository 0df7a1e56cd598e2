import ReactiveTraits
import TestSupport
package import Testing
import ThreadPool

/// Runs tests on their own threads, of which there are more than processors, because these tests
/// mostly wait for programs. Other tests run only as many at a time as there are processors.
package struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Testing.Trait where Self == WaitingTrait {
  /// For suites whose tests mostly wait for programs.
  package static var waiting: Self { Self() }
}

/// A few threads for tests that mostly wait.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  private static let count = 8
  private let jobs = Locked((waiting: [UnownedJob](), threads: 0))

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isNew = jobs.withLock { jobs in
      jobs.waiting.append(job)
      guard jobs.threads < Self.count else { return false }
      jobs.threads += 1
      return true
    }
    if isNew { NewThread.start { self.work() } }
  }

  private func work() {
    while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob? {
    jobs.withLock { jobs in
      if jobs.waiting.isEmpty {
        jobs.threads -= 1
        return nil
      }
      return jobs.waiting.removeFirst()
    }
  }
}
