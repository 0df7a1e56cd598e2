internal import Glibc
internal import OpenCombine
package import PhotoSources
internal import ReactiveTraits
internal import ThreadPool

/// A line on standard error that shows the progress: only on a terminal, only after 300 ms, and
/// erased at the end. In accessible mode it is a sentence now and then.
///
/// Thread-safe.
package final class ProgressLine: Sendable {
  private struct State {
    var percent = -1
    var drawn: ContinuousClock.Instant?
    var isVisible = false
    var isFinished = false
  }

  /// Erases the terminal's row that the cursor is in.
  package static let erasure = "\r\u{1B}[K"
  private static let delay = Duration.milliseconds(300)
  private let begun = ContinuousClock.now
  private let state = Locked(State())

  private let bag = CancellableBag()
  /// Nil where the line is drawn in place.
  private let spoken: SpokenProgress?

  /// Whether the line is ever shown.
  package let isShown: Bool

  /// - Parameters:
  ///   - web: its downloads are shown, too.
  ///   - limit: how many sentences there are at most in accessible mode.
  package init(isWanted: Bool, fetching web: WebPhotos? = nil, sentences limit: Int = .max) {
    let isSpoken = AccessibleMode.current != nil && isatty(STDERR_FILENO) == 1
    isShown = isWanted && (StandardError.isTerminal || isSpoken)
    spoken = isSpoken ? SpokenProgress(limit: limit) { StandardError.say([$0]) } : nil
    web?.progress
      .sink { [weak self] progress in
        if progress.isFetching { self?.show(every: .milliseconds(100)) { progress.text } }
      }
      .store(in: bag)
  }

  /// Shows a bar and a percentage, unless at least as much was shown before.
  ///
  /// - Parameter fraction: 0 to 1.
  package func show(_ fraction: Double) {
    let bar = ProgressBar(fraction)
    if let spoken { return note(spoken) { "\(bar.percent) percent is done" } }
    draw { state, _ in
      guard bar.percent > state.percent else { return nil }
      state.percent = bar.percent
      return "\(bar.text) \(bar.percent)%"
    }
  }

  /// Shows a text, unless the line was drawn less than `interval` ago.
  package func show(every interval: Duration, _ text: () -> String) {
    if let spoken { return note(spoken, text) }
    draw { state, now in
      if let drawn = state.drawn, now - drawn < interval { return nil }
      return text()
    }
  }

  /// Erases the line, so that something else can be written there; the next text appears below it.
  package func erase() { state.withLock { Self.erase(&$0) } }

  /// Erases the line; nothing is shown after that.
  package func finish() {
    bag.cancelAll()
    state.withLock { state in
      Self.erase(&state)
      state.isFinished = true
    }
  }

  private static func erase(_ state: inout State) {
    if state.isVisible { StandardError.write(erasure) }
    state.isVisible = false
  }

  private func note(_ spoken: SpokenProgress, _ text: () -> String) {
    guard isShown, !state.withLock(\.isFinished) else { return }
    spoken.note { SpokenText.sentence(text()) }
  }

  /// Draws the line's new text, or leaves the line unchanged if that is nil.
  private func draw(_ text: (inout State, ContinuousClock.Instant) -> String?) {
    let now = ContinuousClock.now
    guard isShown, now - begun > Self.delay else { return }
    state.withLock { state in
      guard !state.isFinished, let text = text(&state, now) else { return }
      state.drawn = now
      state.isVisible = true
      StandardError.write("\r" + StandardError.unwrapped(text) + "\u{1B}[K")
    }
  }
}

extension FetchProgress {
  /// Whether there is anything to report.
  package var isFetching: Bool { requested > ended }

  /// "fetching 2 of 6 photos, 12.3 MB of 24.0 MB".
  package var text: String {
    let total = expectedBytes > bytes ? " of \(expectedBytes.asBytes)" : ""
    return "fetching \(min(ended + 1, requested)) of \(requested) photos, \(bytes.asBytes)\(total)"
  }
}

/// Progress as a bar and a percentage.
package struct ProgressBar {
  private static let width = 20

  /// 0 to 1.
  private let fraction: Double

  /// - Parameter fraction: limited to 0...1.
  package init(_ fraction: Double) { self.fraction = min(max(fraction, 0), 1) }

  /// 0 to 100, rounded down.
  package var percent: Int { Int(fraction * 100) }

  /// "[####................]".
  package var text: String {
    let filled = Int(fraction * Double(Self.width))
    return "[" + String(repeating: "#", count: filled)
      + String(repeating: ".", count: Self.width - filled) + "]"
  }
}
