internal import CProcess
internal import Glibc

/// Threads that help with work, as many as the system gives: whoever wants help must be able to do without.
///
/// libdispatch waits for ever where the system gives no thread. A thread that is done waits here for more work. None of
/// them takes signals.
@safe package final class ThreadPool: @unchecked Sendable {
  package typealias Task = @Sendable () -> Void

  package static let shared = ThreadPool()

  /// The most threads of a pool: those who ask are bounded, too, so this is never reached but by mistake.
  private static let maxThreads = 512
  /// How long a refusal is taken to hold.
  private static let pause = Duration.milliseconds(100)
  /// Of a thread, in bytes, whatever the limit on the first thread's stack is.
  private static let stackSize = 1 << 20

  /// Plain POSIX, which the thread sanitizer understands.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let wake: UnsafeMutablePointer<pthread_cond_t>

  // Used with the mutex held.
  private var tasks: [Task] = []
  private var idle = 0
  private var threads = 0
  /// When the system refused a thread; asking again for every strip of a photo would take longer than doing it.
  private var refused: ContinuousClock.Instant?

  private init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe wake = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(wake, nil)
  }

  /// Runs a task on a thread of the pool, soon; false, and the task is dropped, when there is none and the system gives none.
  package func tryRun(_ task: @escaping Task) -> Bool {
    lock()
    // Each idle thread takes one of those that wait already.
    if idle > tasks.count {
      tasks.append(task)
      unsafe pthread_cond_signal(wake)
      unlock()
      return true
    }
    guard threads < Self.maxThreads, refused.map({ ContinuousClock.now - $0 > Self.pause }) ?? true else {
      unlock()
      return false
    }
    threads += 1
    unlock()
    let first = unsafe Unmanaged.passRetained(FirstTask(self, task))
    let isStarted = unsafe cprocess_start_thread(
      Self.stackSize,
      { argument in
        unsafe ThreadPool.run(Unmanaged<FirstTask>.fromOpaque(argument!)).work()
        return nil
      }, first.toOpaque())
    if !isStarted {
      unsafe first.release()
      lock()
      threads -= 1
      refused = .now
      unlock()
    }
    return isStarted
  }

  /// What a new thread is given.
  private final class FirstTask {
    let pool: ThreadPool
    let task: Task

    init(_ pool: ThreadPool, _ task: @escaping Task) {
      self.pool = pool
      self.task = task
    }
  }

  /// Runs a new thread's first task, and lets go of it and all that it holds.
  ///
  /// - Returns: the thread's pool.
  private static func run(_ first: Unmanaged<FirstTask>) -> ThreadPool {
    let first = unsafe first.takeRetainedValue()
    first.task()
    return first.pool
  }

  private func work() {
    while true { next()() }
  }

  private func next() -> Task {
    lock()
    defer { unlock() }
    while tasks.isEmpty {
      idle += 1
      unsafe pthread_cond_wait(wake, mutex)
      idle -= 1
    }
    return tasks.removeFirst()
  }

  private func lock() { unsafe pthread_mutex_lock(mutex) }
  private func unlock() { unsafe pthread_mutex_unlock(mutex) }
}
