/// A row of the table: one program with its medians.
struct Line {
  private let name: String
  private let wall: Summary
  private let cpu: Summary
  /// Nil if it was not measured.
  private let peak: Summary?

  /// - Parameter measurements: at least one.
  init(_ entrant: BenchmarkedProgram, _ measurements: [Measurement]) {
    name = entrant.version.isEmpty ? entrant.name : "\(entrant.name) (\(entrant.version))"
    wall = measurements.wallMilliseconds
    cpu = Summary(measurements.map { $0.cpuSeconds * 1000 })
    peak = measurements.peakMebibytes
  }

  /// The cells for the columns of `Report`'s table.
  func cells(comparedWith ours: Line) -> [String] {
    [
      name, "\(wall.median.text) (\(wall.minimum.text)–\(wall.maximum.text))",
      cpu.median.text, peak?.median.text ?? "–",
      Self.ratio(wall, ours.wall), Self.ratio(cpu, ours.cpu), Self.ratio(peak, ours.peak),
    ]
  }

  private static func ratio(_ theirs: Summary?, _ ours: Summary?) -> String {
    guard let theirs, let ours, ours.median > 0 else { return "–" }
    return (theirs.median / ours.median).text(decimals: 2)
  }
}
