package import OpenCombine

extension AnyCancellable {
  /// Adds the subscription to `bag`, or cancels it at once if the bag has been cancelled.
  package func store(in bag: CancellableBag) {
    bag.insert(self)
  }
}
