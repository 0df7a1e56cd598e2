internal import CProcess
internal import Glibc

/// Threads that help with work, as many as the system provides. Callers must be able to work
/// without help.
///
/// libdispatch waits for ever if the system provides no thread; this pool does not. Idle threads
/// wait here for more work. All signals are blocked on them.
///
/// Safe, because `wake` is used only with `mutex`, and never freed.
@safe package final class ThreadPool: @unchecked Sendable {
  package typealias Task = @Sendable () -> Void

  package static let shared = ThreadPool()

  /// The maximum number of threads. Callers limit their own requests, so only a bug reaches this.
  private static let maxThreads = 512
  /// How long to wait after a refusal before requesting a thread again.
  private static let pause = Duration.milliseconds(100)
  /// A thread's stack in bytes, independent of the limit on the first thread's stack.
  private static let stackSize = 1 << 20

  private let mutex = POSIXMutex()
  private let wake: UnsafeMutablePointer<pthread_cond_t>

  // Used only while holding the mutex.
  private var tasks: [Task] = []
  private var idle = 0
  private var threads = 0
  /// When the system last refused a thread; nil if it never did. Trying again for every strip of a
  /// photo would take longer than the work itself.
  private var refused: ContinuousClock.Instant?

  private init() {
    unsafe wake = .allocate(capacity: 1)
    unsafe pthread_cond_init(wake, nil)
  }

  /// Runs a task on a thread of the pool, soon. Returns false and drops the task if no thread is
  /// idle and none can start.
  package func tryRun(_ task: @escaping Task) -> Bool {
    mutex.lock()
    // Each idle thread takes one of the tasks that are already waiting.
    if idle > tasks.count {
      tasks.append(task)
      unsafe pthread_cond_signal(wake)
      mutex.unlock()
      return true
    }
    guard threads < Self.maxThreads, refused.map({ ContinuousClock.now - $0 > Self.pause }) ?? true
    else {
      mutex.unlock()
      return false
    }
    threads += 1
    mutex.unlock()
    let first = unsafe Unmanaged.passRetained(FirstTask(self, task))
    let isStarted = unsafe cprocess_start_thread(
      Self.stackSize,
      { argument in
        unsafe ThreadPool.run(Unmanaged<FirstTask>.fromOpaque(argument!)).work()
        return nil
      }, first.toOpaque())
    if !isStarted {
      unsafe first.release()
      mutex.lock()
      threads -= 1
      refused = .now
      mutex.unlock()
    }
    return isStarted
  }

  /// The argument of a new thread.
  private final class FirstTask {
    let pool: ThreadPool
    let task: Task
    let creatorsProcessor = cprocess_processor()

    init(_ pool: ThreadPool, _ task: @escaping Task) {
      self.pool = pool
      self.task = task
    }
  }

  /// Runs a new thread's first task, then releases it and everything it holds.
  ///
  /// - Returns: the thread's pool.
  private static func run(_ first: Unmanaged<FirstTask>) -> ThreadPool {
    let first = unsafe first.takeRetainedValue()
    cprocess_leave_processor(first.creatorsProcessor)
    first.task()
    return first.pool
  }

  private func work() {
    while true { next()() }
  }

  private func next() -> Task {
    mutex.lock()
    defer { mutex.unlock() }
    while tasks.isEmpty {
      idle += 1
      unsafe pthread_cond_wait(wake, mutex.pointer)
      idle -= 1
    }
    return tasks.removeFirst()
  }
}
