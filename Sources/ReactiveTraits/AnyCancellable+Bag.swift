package import OpenCombine

extension AnyCancellable {
  /// Puts the subscription into `bag`, or cancels it at once if all in the bag has been cancelled already.
  package func store(in bag: CancellableBag) {
    bag.insert(self)
  }
}
