import SystemPackage

/// The report, printed as Markdown.
enum Report {
  /// Prints a part at once, so that it is not lost if a later case fails.
  static func write(_ text: String) throws {
    try FileDescriptor.standardOutput.writeAll("\(text)\n".utf8)
  }

  static func opening(_ machine: Machine, runs: Int) -> String {
    """
    \(machine.name), load average \(machine.load) before the first run.

    Each program ran \(runs) times after once to warm up, in turn with the others. Numbers are medians, for wall time \
    with the least and the most; the last three columns are multiples of the first line's.

    """
  }

  static func section(on benchmark: BenchmarkCase, _ results: Series.Results) -> String {
    var parts = ["### \(benchmark.name): \(benchmark.title)", table(of: results).text]
    parts += [steps(of: results), Footnote.on(benchmark.work, results)].compactMap(\.self)
    parts += results.failures.map { "Left out: \($0)" }
    return parts.joined(separator: "\n\n") + "\n"
  }

  static let closing = """
    All programs read the same files, write a file, use JPEG quality 90 with colour at half the size, and run without \
    any setting of the user's. Only collage hashes what it reads and writes, and waits until its file is safe on the \
    disk (fsync).
    """

  private static func table(of results: Series.Results) -> MarkdownTable {
    let lines = results.entrants.map { Line($0.entrant, $0.measurements) }
    var table = MarkdownTable(
      header: ["program", "wall ms", "CPU ms", "peak MiB", "wall", "CPU", "memory"])
    table.rows = lines.map { $0.cells(comparedWith: lines[0]) }
    return table
  }

  /// A sentence with the wall times of the steps of programs with several; nil if there are none.
  private static func steps(of results: Series.Results) -> String? {
    let sentences = results.entrants.compactMap { entrant, measurements -> String? in
      let count = measurements[0].stepSeconds.count
      guard count > 1 else { return nil }
      let steps = (0..<count).map { step in
        Summary(measurements.map { $0.stepSeconds[step] * 1000 }).median.text
      }
      return "\(entrant.name) \(steps.joined(separator: " + "))"
    }
    return sentences.isEmpty ? nil : "Wall time by step: \(sentences.joined(separator: ", "))."
  }
}
