import Glibc
import Synchronization

/// Runs work on a thread of its own: the kernel lets only the thread that started a program trace it, and hands that
/// thread all of its children alike.
enum NewThread {
  /// Returns what `body` does, when it has.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let result = SharedResult<Value>()
    let work = Work { result.value.withLock { $0 = Result { try body() } } }
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { context in
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    guard failure == 0 else { fatalError("there is no thread to trace on: errno \(failure)") }
    pthread_join(thread, nil)
    return try result.value.withLock { $0! }.get()
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private final class SharedResult<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }
}
