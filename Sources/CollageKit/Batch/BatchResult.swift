package import SystemPackage

/// The result of a job.
package struct BatchResult: Sendable {
  package enum Outcome: Sendable {
    case saved(BatchAsset, warnings: [PhotoWarning])
    /// An earlier run saved it, and nothing has changed since.
    case unchanged(BatchAsset)
    case failed(BatchError)
  }

  /// The job's name.
  package let name: String
  package let line: Int
  /// From its beginning to its end.
  package let duration: Duration
  package let outcome: Outcome

  package var hasFailed: Bool { if case .failed = outcome { true } else { false } }
}

/// A collage of a batch on the disk.
package struct BatchAsset: Hashable, Sendable {
  package let id: AssetID
  package let path: FilePath
  /// The file's size.
  package let bytes: Int
  /// Of the whole file.
  package let digest: Digest
}
