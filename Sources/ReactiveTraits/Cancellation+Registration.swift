extension Cancellation {
  /// The result of `onCancel`, used to remove its handler. Dropping it changes nothing.
  package struct Registration: Sendable {
    private weak let cancellation: Cancellation?
    private let id: UInt64

    init(cancellation: Cancellation?, id: UInt64) {
      self.cancellation = cancellation
      self.id = id
    }

    /// Removes the handler unless it has run. If another thread is about to run it, it may still run after this.
    package func remove() {
      cancellation?.removeHandler(id)
    }
  }
}
