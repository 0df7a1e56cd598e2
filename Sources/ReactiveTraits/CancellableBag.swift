import OpenCombine

/// The subscriptions of somebody who goes away as a whole: all are cancelled by `cancelAll()`, or when the bag is
/// released.
///
/// `cancelAll()` is for good: what is put in afterwards is cancelled at once, so that a subscription made while its
/// owner is closing can't be left behind. Who wants to begin again takes a new bag. A subscription that ends by itself
/// stays in the bag until then, with nothing left in it.
///
/// Any thread may use the bag. What is in it is the bag's to cancel, since `AnyCancellable` may not be cancelled by two
/// threads at once.
package final class CancellableBag: Sendable {
  /// Safe to carry to another thread while the rule above is kept: only the one that takes it out of the bag uses it.
  private struct UncheckedBox: @unchecked Sendable {
    let cancellable: AnyCancellable
  }

  /// Nil once all were cancelled.
  private let held = Locked<[UncheckedBox]?>([])

  package init() {}

  deinit {
    cancelAll()
  }

  /// Cancels what the bag holds, in the order in which it was put in, on the calling thread.
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
