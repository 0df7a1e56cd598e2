import FoundationEssentials
import SystemPackage

/// The report, printed as Markdown.
enum Report {
  /// The number of processors that this process may use.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Prints a part at once, so that it is not lost if a later case fails.
  static func write(_ text: String) throws {
    try FileDescriptor.standardOutput.writeAll("\(text)\n".utf8)
  }

  /// Says on standard error what is being done.
  static func progress(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll("collage-benchmark: \(text)\n".utf8)
  }

  /// What the figures depend on.
  static var machine: String {
    func contents(_ path: String) -> String {
      (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
    let processor =
      contents("/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ": ").last ?? "unknown processor"
    // The names of the feature on x86 and on ARM.
    let hashes = contents("/proc/cpuinfo").split(whereSeparator: \.isWhitespace).contains {
      $0 == "sha_ni" || $0 == "sha2"
    }
    return """
      \(processor), \(cores) cores, \(hashes ? "with" : "without") SHA instructions, load average \
      \(contents("/proc/loadavg").prefix { $0 != " " }) before the first run.
      """
  }

  /// What the figures depend on and mean.
  static func opening(runs: Int) -> String {
    return """
      \(machine)

      Each program ran \(runs) times after once to warm up, in turn with the others. Numbers are medians, for wall time \
      with the least and the most; the last three columns are multiples of the first line's.

      """
  }

  static func section(on benchmark: BenchmarkCase, _ results: Series.Results) -> String {
    let medians = results.entrants.map { Medians($0.measurements) }
    let rows = zip(results.entrants, medians).map { entrant, own in
      let program = entrant.entrant
      return [program.version.isEmpty ? program.name : "\(program.name) (\(program.version))"]
        + own.cells(comparedWith: medians[0])
    }
    let parts =
      [
        "### \(benchmark.name): \(benchmark.title)",
        table(["program", "wall ms", "CPU ms", "peak MiB", "wall", "CPU", "memory"], rows),
      ] + results.failures.map { "Left out: \($0)" }
    return parts.joined(separator: "\n\n") + "\n"
  }

  static let closing = """
    All programs read the same files, write a file, use JPEG quality 90 with colour at half the size, and run without \
    any setting of the user's. Only collage hashes what it reads and writes, and waits until its file is safe on the \
    disk (fsync).
    """

  /// A Markdown table with its first column to the left and the others to the right.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
    return ([header, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(
      separator: "\n")
  }
}

/// What the table shows of one program's runs.
private struct Medians {
  private let walls: [Double]
  private let wall: Double
  private let cpu: Double
  /// Nil if it was not measured.
  private let peak: Double?

  /// - Parameter measurements: at least one.
  init(_ measurements: [Measurement]) {
    walls = measurements.map { $0.wallSeconds * 1000 }
    wall = walls.median
    cpu = measurements.map { $0.cpuSeconds * 1000 }.median
    let peaks = measurements.compactMap(\.peakBytes).map { Double($0) / 1_048_576 }
    peak = peaks.isEmpty ? nil : peaks.median
  }

  func cells(comparedWith ours: Medians) -> [String] {
    func ratio(_ theirs: Double?, _ ours: Double?) -> String {
      guard let theirs, let ours, ours > 0 else { return "–" }
      return (theirs / ours).text(decimals: 2)
    }
    return [
      "\(wall.text) (\(walls.min()!.text)–\(walls.max()!.text))", cpu.text, peak?.text ?? "–",
      ratio(wall, ours.wall), ratio(cpu, ours.cpu), ratio(peak, ours.peak),
    ]
  }
}

extension [Double] {
  /// Of at least one number.
  var median: Double {
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }
}

extension Double {
  /// With at least three digits: a whole number from 100 on, else with one or two decimals.
  fileprivate var text: String { text(decimals: self < 10 ? 2 : self < 100 ? 1 : 0) }

  func text(decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
    let digits = "\(Int((self * unit).rounded()))"
    let padded = String(repeating: "0", count: Swift.max(decimals + 1 - digits.count, 0)) + digits
    return decimals == 0 ? padded : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
