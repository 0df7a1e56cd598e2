internal import CollageKit
internal import CollageTerminal
internal import Glibc
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import ThreadPool

/// Counts the results of a batch: shows them on a terminal while it runs, and a summary at the end.
/// In accessible mode these are a few sentences.
final class BatchProgress: Sendable {
  private struct State {
    var saved = 0
    var unchanged = 0
    var failed = 0
    var isFinished = false
    var fetched = FetchProgress()

    var done: Int { saved + unchanged + failed }
  }

  /// The shortest time between two updates of the line.
  private static let interval = Duration.milliseconds(100)
  /// How many sentences tell the progress in accessible mode. With what else is said of a batch
  /// they are eight at most.
  private static let maxSentences = 3
  private let begun = ContinuousClock.now
  private let line: ProgressLine
  private let sharesTerminal = isatty(STDOUT_FILENO) == 1
  private let total: Int?
  private let isQuiet: Bool
  private let state = Locked(State())
  private let subscriptions = CancellableBag()

  /// - Parameters:
  ///   - web: fetches the batch's photos; nil if nothing is fetched.
  ///   - total: returns the number of jobs, nil if it is unknown. Called only if progress is shown.
  init(web: WebPhotos?, isQuiet: Bool, total: () -> Int?) {
    self.isQuiet = isQuiet
    line = ProgressLine(isWanted: !isQuiet, sentences: Self.maxSentences)
    self.total = line.isShown ? total() : nil
    // Only recorded here, so that no transfer waits if the terminal stalls.
    if line.isShown {
      web?.progress.sink { [weak self] progress in
        self?.state.withLock { $0.fetched = progress }
      }
      .store(in: subscriptions)
    }
  }

  /// Counts a result. Only one thread at a time calls it, so no other waits for the lock if the
  /// terminal stalls.
  func note(_ result: BatchResult) {
    let state = state.withLock { state in
      switch result.outcome {
      case .saved: state.saved += 1
      case .unchanged: state.unchanged += 1
      case .failed: state.failed += 1
      }
      return state
    }
    line.show(every: Self.interval) {
      AccessibleMode.current == nil ? text(state) : sentence(state)
    }
  }

  /// Erases the line before a result is written on the same terminal. Before the first one says
  /// that accessible mode is on, if it is.
  func makeRoom() {
    if !isQuiet { AccessibleMode.announce() }
    if sharesTerminal { line.erase() }
  }

  /// Erases the line and writes the summary; nothing is shown after that.
  ///
  /// - Parameters:
  ///   - leftOut: how many remarks were not told.
  ///   - hasFailed: whether an error follows.
  ///   - absence: why there were no jobs, if there were none and that is known.
  func finish(
    leavingOut leftOut: Int = 0, hasFailed: Bool = false, explaining absence: String? = nil
  ) {
    line.finish()
    if !hasFailed, !isQuiet { AccessibleMode.announce() }
    state.withLock { state in
      guard !state.isFinished else { return }
      state.isFinished = true
      // If the source could not be opened, that error is reported instead.
      guard !isQuiet, state.done > 0 || !hasFailed else { return }
      if state.done == 0, let absence { return StandardError.error(["0 jobs: \(absence)"]) }
      let seconds = (ContinuousClock.now - begun) / .seconds(1)
      if AccessibleMode.current != nil {
        return StandardError.say([summary(state, seconds, leavingOut: leftOut)])
      }
      StandardError.error([
        "\(state.done) \(state.done == 1 ? "job" : "jobs"): \(state.saved) saved, "
          + "\(state.unchanged) unchanged, \(state.failed) failed; \(seconds.text(decimals: 1)) s, "
          + "\((Double(state.done) / max(seconds, 0.001)).text(decimals: 1)) a second"
      ])
    }
  }

  /// "[####................] 412/2000  3 failed  161.8/s  10 s left  12.3 MB fetched".
  private func text(_ state: State) -> String {
    let rate = Double(state.done) / max((ContinuousClock.now - begun) / .seconds(1), 0.001)
    var parts: [String] = []
    if let total, total > 0 {
      parts.append(ProgressBar(Double(state.done) / Double(total)).text + " \(state.done)/\(total)")
    } else {
      parts.append("\(state.done) done")
    }
    if state.failed > 0 { parts.append("\(state.failed) failed") }
    parts.append("\(rate.text(decimals: 1))/s")
    if let total, rate > 0 {
      parts.append(Self.time(Double(max(total - state.done, 0)) / rate) + " left")
    }
    if state.fetched.bytes > 0 { parts.append("\(state.fetched.bytes.asBytes) fetched") }
    return parts.joined(separator: "  ")
  }

  /// "412 of 2,000 jobs are done, 3 of them failed."
  private func sentence(_ state: State) -> String {
    let all = total.map { "\(state.done.grouped) of \(Self.jobs($0))" } ?? Self.jobs(state.done)
    let failed = state.failed > 0 ? ", \(state.failed.grouped) of them failed" : ""
    return "\(all) \(total == nil && state.done == 1 ? "is" : "are") done\(failed)."
  }

  /// "3 jobs are done in 12 seconds: 2 saved, 1 failed, whose line says why."
  private func summary(_ state: State, _ seconds: Double, leavingOut leftOut: Int) -> String {
    var counts: [String] = []
    if state.saved > 0 { counts.append("\(state.saved.grouped) saved") }
    if state.unchanged > 0 { counts.append("\(state.unchanged.grouped) unchanged") }
    if state.failed > 0 {
      counts.append("\(state.failed.grouped) failed, and the results say why")
    }
    let whole = Int(seconds.rounded())
    let time = whole < 2 ? "" : " in \(Self.spokenTime(whole))"
    let others = leftOut == 0 ? "" : "; \(leftOut.grouped) more remarks were left out"
    return "\(Self.jobs(state.done)) \(state.done == 1 ? "is" : "are") done\(time): "
      + counts.joined(separator: ", ") + others + "."
  }

  private static func jobs(_ count: Int) -> String {
    "\(count.grouped) job\(count == 1 ? "" : "s")"
  }

  private static func spokenTime(_ seconds: Int) -> String {
    switch seconds {
    case ..<100: "\(seconds) seconds"
    case ..<6000: "\(seconds / 60) minutes"
    default: "\(seconds / 3600) hours"
    }
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(seconds.rounded(.up))
    return switch seconds {
    case ..<100: "\(seconds) s"
    case ..<6000: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }
}
