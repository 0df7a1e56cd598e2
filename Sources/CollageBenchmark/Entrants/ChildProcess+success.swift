import TestSupport

extension ChildProcess {
  /// Runs it to its end.
  ///
  /// Throws `BenchmarkError.failed`, with this name, when it does not exit with 0.
  func runToSuccess(as name: String) throws -> Outcome {
    let outcome = try run()
    guard outcome.exitCode == 0 else { throw BenchmarkError.failed(name, outcome) }
    return outcome
  }
}
