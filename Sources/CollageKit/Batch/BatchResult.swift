/// The result of a job.
package struct BatchResult: Sendable {
  package enum Outcome: Sendable {
    case saved(SavedAsset, warnings: [PhotoWarning])
    /// An earlier run saved it, and nothing has changed since.
    case unchanged(SavedAsset)
    case failed(BatchError)
  }

  /// The job's name.
  package let name: String
  package let line: Int
  /// From the start of the job to its end.
  package let duration: Duration
  package let outcome: Outcome

  package var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}
