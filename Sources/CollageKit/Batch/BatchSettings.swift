package import PhotoCodecs
package import SystemPackage

/// What the command line says for all jobs of a batch.
package struct BatchSettings: Sendable {
  /// Rules, style, limits and resources, as far as a job doesn't say otherwise.
  package var maker = CollageMaker()
  package var format: PhotoFormat?
  package var quality: Quality?
  package var compression: Compression?
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

  func maker(for job: BatchJob) -> CollageMaker {
    var maker = maker
    if let most = job.most { maker.rules.most = most }
    if let allowsAnyCount = job.allowsAnyCount { maker.rules.needsEvenCount = !allowsAnyCount }
    maker.style.setCanvas(job.canvas, longSide: job.longSide)
    if let layout = job.layout { maker.style.layout = layout }
    maker.style.photos = job.wishes
    if let order = job.order { maker.style.order = order }
    if let pick = job.pick { maker.style.pick = pick }
    if let background = job.background { maker.style.background = background }
    if let gap = job.gap { maker.style.gap = gap }
    if let margin = job.margin { maker.style.margin = margin }
    if let radius = job.cornerRadius { maker.style.cornerRadius = radius }
    if let border = job.border { maker.style.border = border }
    if let shadow = job.shadow { maker.style.shadow = shadow }
    if let maxPixels = job.maxPixels { maker.limits.pixels = maxPixels }
    if let colourSpace = job.colourSpace { maker.style.colourSpace = colourSpace }
    if let isExact = job.isExact { maker.style.fidelity = isExact ? .exact : .standard }
    if let maxScans = job.maxScans { maker.limits.scans = maxScans }
    if let allowsDamage = job.allowsDamage { maker.allowsDamage = allowsDamage }
    return maker
  }
}

/// In what order results are told.
package enum BatchOrder: String, Hashable, Sendable, CaseIterable {
  /// As the manifest has the jobs.
  case input
  /// As they are done.
  case done
}
