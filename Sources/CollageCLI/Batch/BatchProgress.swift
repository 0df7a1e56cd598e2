internal import CollageKit
internal import ReactiveTraits

/// Progress of a batch: on a terminal a line that is redrawn at most ten times a second, and a summary at the end.
final class BatchProgress: Sendable {
  private struct State {
    var saved = 0
    var unchanged = 0
    var failed = 0
    var drawn: ContinuousClock.Instant?
    var isFinished = false

    var done: Int { saved + unchanged + failed }
  }

  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)
  private let begun = ContinuousClock.now
  private let total: Int?
  private let isQuiet: Bool
  private let isShown: Bool
  private let state = Locked(State())

  /// - Parameter total: the number of jobs; nil where it is unknown. Called only when there is a terminal to show it
  ///   on.
  init(total: () -> Int?, isQuiet: Bool) {
    self.isQuiet = isQuiet
    isShown = !isQuiet && StandardError.isTerminal
    self.total = isShown ? total() : nil
  }

  /// Counts a result. Called by one thread at a time, so no other waits for the lock while a terminal stalls.
  func note(_ result: BatchResult) {
    state.withLock { state in
      switch result.outcome {
      case .saved: state.saved += 1
      case .unchanged: state.unchanged += 1
      case .failed: state.failed += 1
      }
      let now = ContinuousClock.now
      guard isShown, !state.isFinished, now - begun > Self.patience,
        state.drawn.map({ now - $0 >= Self.interval }) ?? true
      else { return }
      state.drawn = now
      StandardError.write("\r" + StandardError.unwrapped(line(state, after: now - begun)) + "\u{1B}[K")
    }
  }

  /// Erases the line and writes the summary; nothing is shown after that.
  ///
  /// - Parameter hasFailed: whether an error follows.
  func finish(hasFailed: Bool = false) {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.isFinished = true
      if state.drawn != nil { StandardError.write("\r\u{1B}[K") }
      // A source that could not be opened has an error of its own.
      guard !isQuiet, state.done > 0 || !hasFailed else { return }
      let seconds = (ContinuousClock.now - begun) / .seconds(1)
      StandardError.error([
        "\(state.done) \(state.done == 1 ? "job" : "jobs"): \(state.saved) saved, \(state.unchanged) unchanged, \(state.failed) failed; "
          + "\(Self.tenths(seconds)) s, \(Self.tenths(Double(state.done) / max(seconds, 0.001))) a second"
      ])
    }
  }

  /// "[####................] 412/2000  3 failed  161.8/s  10 s left".
  private func line(_ state: State, after duration: Duration) -> String {
    let rate = Double(state.done) / max(duration / .seconds(1), 0.001)
    var parts: [String] = []
    if let total, total > 0 {
      let filled = min(state.done * 20 / total, 20)
      parts.append(
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
          + "] \(state.done)/\(total)")
    } else {
      parts.append("\(state.done) done")
    }
    if state.failed > 0 { parts.append("\(state.failed) failed") }
    parts.append("\(Self.tenths(rate))/s")
    if let total, rate > 0 { parts.append(Self.time(Double(max(total - state.done, 0)) / rate) + " left") }
    return parts.joined(separator: "  ")
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
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
