internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import ThreadPool

/// The jobs of another source, of which it remembers the settings that change nothing in them, and
/// those of the command line that change nothing in any.
struct IdleSource: BatchSource {
  /// What is known so far; on any thread.
  final class Findings: Sendable {
    private let state = Locked(State())

    private struct State {
      /// What the command line's settings change nothing for, in all jobs so far; nil before the
      /// first.
      var ofCommandLine: [String]?
      /// What jobs say themselves, with the line of the first.
      var ofJobs: [(line: Int, sentence: String)] = []
    }

    /// More different sentences of jobs are not kept.
    private static let limit = 20

    fileprivate func note(ofCommandLine: [String], ofJob: [String], line: Int) {
      state.withLock { state in
        state.ofCommandLine =
          state.ofCommandLine.map { $0.filter(ofCommandLine.contains) }
          ?? ofCommandLine
        for sentence in ofJob
        where state.ofJobs.count < Self.limit && !state.ofJobs.contains(where: { $0.1 == sentence })
        { state.ofJobs.append((line, sentence)) }
      }
    }

    /// Each sentence once.
    var warnings: [String] {
      state.withLock { state in
        (state.ofCommandLine ?? []) + state.ofJobs.map { "line \($0.line): \($0.sentence)" }
      }
    }
  }

  private var source: any BatchSource
  private let options: BatchOptions
  private let findings: Findings

  init(_ source: any BatchSource, _ options: BatchOptions, _ findings: Findings) {
    self.source = source
    self.options = options
    self.findings = findings
  }

  mutating func next() throws(BatchSourceError) -> BatchEntry? {
    guard let entry = try source.next() else { return nil }
    guard let job = try? entry.job.get() else { return entry }
    let collage = options.options(for: job)
    guard let encoding = try? Encoding(of: job.output, collage) else { return entry }
    let idle = IdleSettings(collage, encoding, pages: job.pages?.over(options.pages))
    // What a job says otherwise is not the command line's.
    var common = options.changes.overrides
    for setting in CollageOptions.settings where job.overrides[setting] != nil {
      common[setting] = nil
    }
    findings.note(
      ofCommandLine: idle.warnings(common), ofJob: idle.warnings(job.overrides), line: entry.line)
    return entry
  }
}
