/// Lets C ask whether its work is cancelled.
package final class CancellationCheck {
  private let isCancelled: () -> Bool

  package init(_ isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

  /// The C callback; its argument is `context`.
  package static let callback: @convention(c) (UnsafeRawPointer?) -> Bool = { context in
    guard let context = unsafe context else { return false }
    return unsafe Unmanaged<CancellationCheck>.fromOpaque(context).takeUnretainedValue()
      .isCancelled()
  }

  /// Valid as long as this object lives.
  package var context: UnsafeRawPointer {
    unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
  }
}
