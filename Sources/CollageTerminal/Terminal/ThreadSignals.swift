internal import Glibc

/// The signals that the calling thread handles. Threads of queues handle none except those of their
/// own faults.
enum ThreadSignals {
  /// Leaves these to other threads, or pending until they are unblocked.
  static func block(_ numbers: [Int32]) {
    var set = set(of: numbers)
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Unblocks these while `body` runs.
  static func taking(_ numbers: [Int32], _ body: () -> Void) {
    var set = set(of: numbers)
    var before = sigset_t()
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, &before)
    body()
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in numbers { unsafe sigaddset(&set, number) }
    return set
  }
}
