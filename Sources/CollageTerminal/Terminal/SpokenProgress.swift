internal import ThreadPool

/// Progress in sentences: none for what takes less than two seconds, then each after several times
/// as long as the one before.
///
/// Thread-safe.
package final class SpokenProgress: Sendable {
  private struct State {
    var begun = ContinuousClock.now
    var due = Duration.seconds(2)
    var said = 0
  }

  private let limit: Int
  /// How many times as long the work has to take for each further sentence.
  private let growth: Int
  private let state = Locked(State())
  private let say: @Sendable (String) -> Void

  /// - Parameters:
  ///   - limit: how many sentences there are at most.
  ///   - say: called with each, one at a time.
  package init(limit: Int = .max, say: @escaping @Sendable (String) -> Void) {
    self.limit = limit
    // Few sentences have to last for hours.
    growth = limit == .max ? 3 : 8
    self.say = say
  }

  /// Other work begins.
  func restart() { state.withLock { $0 = State() } }

  /// Says how far the work is, if that is due.
  package func note(_ sentence: () -> String) {
    state.withLock { state in
      let passed = ContinuousClock.now - state.begun
      guard passed >= state.due, state.said < limit else { return }
      state.due = passed * growth
      state.said += 1
      say(sentence())
    }
  }
}
