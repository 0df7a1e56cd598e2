/// How the runs of a program compare with those of the first, each with the one beside it.
struct PairComparison {
  /// The median of its processor times over that of the first.
  let ratio: Double
  /// In how many pairs the first took less.
  let won: Int
  /// By how many standard deviations that is from what chance does.
  let z: Double

  init(_ times: [Double], against first: [Double]) {
    ratio = times.median / first.median
    let won = zip(times, first).count { $0 > $1 }
    self.won = won
    let count = Double(times.count)
    z = (Double(won) - count / 2) / (count / 4).squareRoot()
  }
}

extension Report {
  /// What the figures of the field's benchmarks depend on and mean.
  static func fieldOpening(pairs: Int) -> String {
    """
    \(machine)

    \(pairs) pairs of runs, one beside the other, after one to warm up. Times are medians of the processor time of all \
    threads and processes, so a second of it is a second of one core; memory is the most that was seen. The last \
    columns compare with the first line: the ratio of the medians, in how many pairs the first took less time, and by \
    how many standard deviations chance is left behind.

    """
  }

  static func section(on benchmark: FieldCase, _ results: Series.Results) -> String {
    let times = results.entrants.map { $0.measurements.map(\.cpuSeconds) }
    let photos = benchmark.photos
    let rows = zip(results.entrants, times).enumerated().map { index, pair in
      let (entrant, own) = pair
      let comparison = PairComparison(own, against: times[0])
      let peak = entrant.measurements.compactMap(\.peakBytes).max()
      let version = entrant.entrant.version
      let each = own.median / Double(photos)
      return [
        entrant.entrant.name + (version.isEmpty ? "" : " (\(version))"),
        (own.median * 1000).text(decimals: 1), (each * 1000).text(decimals: 2),
        (1 / each).text(decimals: 0),
        peak.map { (Double($0) / 1_048_576).text(decimals: 1) } ?? "–",
      ]
        + (index == 0
          ? ["", "", ""]
          : [
            comparison.ratio.text(decimals: 3), "\(comparison.won) of \(own.count)",
            comparison.z.signedText,
          ])
    }
    let unit = photos == 1 ? "run" : "photo"
    let header = [
      "program", "CPU ms", "ms a \(unit)", "\(unit)s a second and core", "peak MiB", "ratio",
      "won", "z",
    ]
    let faces =
      benchmark.showsFaces && times.count > 1
      ? [
        "Faces take "
          + ((times[1].median - times[0].median) / Double(photos) * 1000).text(decimals: 2)
          + " ms of processor time a photo."
      ] : []
    return
      (["### \(benchmark.name): \(benchmark.title)", table(header, rows)] + faces
      + results.failures.map { "Left out: \($0)" }).joined(separator: "\n\n") + "\n"
  }
}

extension Double {
  /// With one decimal, and a sign below 0.
  fileprivate var signedText: String { (self < 0 ? "-" : "") + abs(self).text(decimals: 1) }
}
