package import SystemPackage

/// What the command line says for all jobs of a batch.
package struct BatchOptions: Sendable {
  /// As far as a job doesn't say otherwise.
  package var collage = CollageOptions()
  package var resources = Resources()
  /// Where collages without an output go; nil when there is none.
  package var library: PhotoLibrary?
  /// Whether outputs that are no collages of ours may be replaced.
  package var replacesForeign = false
  /// Whether jobs that an earlier run has done are done again.
  package var redoes = false
  /// Where is remembered what was made; nil for nowhere.
  package var records: FilePath?
  /// Whether no job is begun after one has failed.
  package var failsFast = false
  package var order = BatchOrder.input

  package init() {}

  /// The options of one job.
  func options(for job: BatchJob) -> CollageOptions {
    var options = collage
    job.overrides.apply(to: &options)
    options.photos = job.photoOptions
    return options
  }
}

/// In what order results are told.
package enum BatchOrder: String, Hashable, Sendable, CaseIterable {
  /// As the manifest has the jobs.
  case input
  /// As they are done.
  case done
}
