extension Result {
  /// Nil for a success.
  package var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
