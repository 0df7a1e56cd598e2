import PhotoCodecs

/// A sentence below a table about what its columns do not show.
enum Footnote {
  /// Nil if the case needs none.
  static func on(_ work: BenchmarkCase.Work, _ results: Series.Results) -> String? {
    switch work {
    case .growth(let jobs): growth(jobs, results.entrants.map(\.measurements))
    case .startUp: startUp(results)
    case .preview: preview
    case .collage, .batch: nil
    }
  }

  private static let preview = """
    The prompt draws on a terminal of 80x24, and is measured from Return, or from its start, until all of it has been \
    read. The others write a file.
    """

  private static func growth(_ jobs: [CollageJob], _ measurements: [[Measurement]]) -> String {
    let walls = zip(jobs, measurements).map { job, measurements in
      (measurements.wallMilliseconds.median / Double(job.photos.count)).text
    }
    let peaks = zip(jobs, measurements).map { job, measurements in
      let canvas = Double(Raster.bytes(of: job.grid.canvas)) / 1_048_576
      return measurements.peakMebibytes.map { ($0.median - canvas).text } ?? "–"
    }
    return """
      Wall ms a photo: \(walls.joined(separator: ", ")). Peak MiB without the canvas, which grows with the collage: \
      \(peaks.joined(separator: ", ")).
      """
  }

  /// The difference in wall time between `collage` and the baseline, the program after it.
  private static func startUp(_ results: Series.Results) -> String? {
    guard results.entrants.count > 1 else { return nil }
    let (ours, baseline) = (results.entrants[0], results.entrants[1])
    let more = ours.measurements.wallMilliseconds.median - baseline.measurements.wallMilliseconds.median
    return """
      \(ours.entrant.name) takes \(abs(more).text) ms \(more < 0 ? "less" : "more") than \(baseline.entrant.name).
      """
  }
}
