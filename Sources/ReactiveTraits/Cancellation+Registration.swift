extension Cancellation {
  /// What `onCancel` returns: the means to forget its handler again. Dropping it changes nothing.
  package struct Registration: Sendable {
    private weak let cancellation: Cancellation?
    private let id: UInt64

    init(cancellation: Cancellation?, id: UInt64) {
      self.cancellation = cancellation
      self.id = id
    }

    /// Forgets the handler, unless it has run. One that another thread is about to run may still run after this.
    package func remove() {
      cancellation?.removeHandler(id)
    }
  }
}
