package import OpenCombine
internal import ThreadPool

/// Holds subscriptions that share an owner's lifetime: all are cancelled by `cancelAll()`, or when
/// the bag is released.
///
/// `cancelAll()` is final: subscriptions added afterwards are cancelled at once, so none is left
/// behind while its owner is closing. To begin again, use a new bag. A subscription that ends by
/// itself stays in the bag, but retains nothing.
///
/// Thread-safe. Only the bag may cancel what it holds, since `AnyCancellable` must not be cancelled
/// by two threads at once.
package final class CancellableBag: Sendable {
  /// Safe to pass to another thread, because only the thread that takes it out of the bag uses it.
  private struct UncheckedBox: @unchecked Sendable {
    let cancellable: AnyCancellable
  }

  /// Nil after `cancelAll()`.
  private let held = Locked<[UncheckedBox]?>([])

  package init() {}

  deinit {
    cancelAll()
  }

  /// Cancels all subscriptions in the order in which they were added, on the calling thread.
  package func cancelAll() {
    let due = held.withLock { held in
      defer { held = nil }
      return held
    }
    for entrusted in due ?? [] { entrusted.cancellable.cancel() }
  }

  func insert(_ cancellable: AnyCancellable) {
    let entrusted = UncheckedBox(cancellable: cancellable)
    let isTooLate = held.withLock { held in
      held?.append(entrusted)
      return held == nil
    }
    if isTooLate { cancellable.cancel() }
  }
}

extension AnyCancellable {
  /// Adds the subscription to `bag`, or cancels it at once if the bag has been cancelled.
  package func store(in bag: CancellableBag) {
    bag.insert(self)
  }
}
