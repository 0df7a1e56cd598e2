extension Result where Success == Void {
  /// A result without a value can't be compared; this can.
  var hasSucceeded: Bool { if case .success = self { true } else { false } }

  var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
