import Glibc
import Synchronization

/// Runs work on a new thread.
package enum NewThread {
  /// Returns the result of `body` when it has ended. The kernel lets only the thread that started a
  /// program trace it, and reports all children of a thread to that thread alike.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let result = SharedResult<Value>()
    pthread_join(create { result.value.withLock { $0 = Result { try body() } } }, nil)
    return try result.value.withLock { $0! }.get()
  }

  /// Returns at once.
  package static func start(_ body: @escaping @Sendable () -> Void) { pthread_detach(create(body)) }

  /// The caller must join or detach the thread.
  private static func create(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { context in
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Work(body)).toOpaque())
    guard failure == 0 else { fatalError("there is no thread: errno \(failure)") }
    return thread
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private final class SharedResult<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }
}
