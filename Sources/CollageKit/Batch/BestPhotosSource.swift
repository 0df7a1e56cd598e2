internal import PhotoCodecs
package import PhotoSources
package import ReactiveTraits
package import SystemPackage

/// The jobs of another source, each with only the best of its photos.
package struct BestPhotosSource: BatchSource {
  private var jobs: any BatchSource
  private let count: Int
  private let store: TraitsStore?
  private let rules: SelectionRules?
  private let stop: Cancellation
  private let report: @Sendable (ChosenPhotos, FilePath?) -> Void

  /// - Parameters:
  ///   - count: how many photos each job gets; fewer if it has fewer different ones.
  ///   - store: keeps what is measured of photos; nil to leave the disk alone.
  ///   - rules: those of all collages; nil if templates decide. Books have none.
  ///   - stop: no job comes after it.
  ///   - report: called with the choice of each job and the folder of its photos, before the job is
  ///     returned.
  package init(
    _ jobs: any BatchSource, count: Int, store: TraitsStore?, rules: SelectionRules?,
    stop: Cancellation,
    report: @escaping @Sendable (ChosenPhotos, FilePath?) -> Void
  ) {
    self.jobs = jobs
    self.count = count
    self.store = store
    self.rules = rules
    self.stop = stop
    self.report = report
  }

  package mutating func next() throws(BatchSourceError) -> BatchEntry? {
    guard let entry = try jobs.next() else { return nil }
    guard case .success(var job) = entry.job else { return entry }
    let rules = job.pages == nil ? rules : nil
    let chooser = PhotoChooser(.best(count), store: store)
    switch chooser.photos(at: job.photos).wait(cancelledBy: stop) {
    case .success(let found)?:
      let chosen = found.allowed { rules?.refusalToSave($0) == nil }
      report(chosen, job.photos.first?.file?.removingLastComponent())
      let all = job.photos
      job.photos = chosen.addresses
      return BatchEntry(name: entry.name, line: entry.line, job: .success(job), photos: all)
    case .failure(let error)?:
      return BatchEntry(
        name: entry.name, line: entry.line, job: .failure(.collage(error)), photos: job.photos)
    case nil: return nil
    }
  }
}
