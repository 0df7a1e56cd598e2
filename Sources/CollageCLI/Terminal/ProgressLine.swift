internal import ReactiveTraits

/// A progress bar on standard error: only on a terminal, only after 300 ms, erased when done.
final class ProgressLine: Sendable {
  private struct State {
    var percent = -1
    var isShown = false
    var isFinished = false
  }

  private static let patience = Duration.milliseconds(300)
  private let begun = ContinuousClock.now
  private let isWanted: Bool
  private let state = Locked(State())

  init(isWanted: Bool) { self.isWanted = isWanted && StandardError.isTerminal }

  /// - Parameter fraction: 0 to 1. May be called from any queue.
  func show(_ fraction: Double) {
    guard isWanted, ContinuousClock.now - begun > Self.patience else { return }
    let percent = Int(min(max(fraction, 0), 1) * 100)
    state.withLock { state in
      guard !state.isFinished, percent > state.percent else { return }
      state.percent = percent
      state.isShown = true
      let filled = percent / 5
      let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
      StandardError.write("\r" + StandardError.unwrapped("[\(bar)] \(percent)%"))
    }
  }

  /// Erases the line; nothing is shown after that.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      if state.isShown { StandardError.write("\r\u{1B}[K") }
    }
  }
}
