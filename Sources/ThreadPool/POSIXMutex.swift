internal import Glibc

/// A plain POSIX mutex. Unlike `Mutex`, the thread sanitizer understands it even if threads have to
/// wait for each other.
///
/// Safe, because the mutex has an address of its own, which never changes, and lives as long as
/// this.
@safe package final class POSIXMutex: @unchecked Sendable {
  /// For waiting on a condition.
  let pointer: UnsafeMutablePointer<pthread_mutex_t>

  package init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pthread_mutex_init(pointer, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(pointer)
    unsafe pointer.deallocate()
  }

  package func lock() { unsafe pthread_mutex_lock(pointer) }

  /// Returns false, without waiting, if another thread has it.
  package func tryLock() -> Bool { unsafe pthread_mutex_trylock(pointer) == 0 }

  package func unlock() { unsafe pthread_mutex_unlock(pointer) }
}
