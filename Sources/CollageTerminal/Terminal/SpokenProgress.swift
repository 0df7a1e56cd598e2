internal import ThreadPool

/// Progress in sentences: none for what takes less than two seconds, then each after several times
/// as long as the one before.
///
/// Thread-safe.
package final class SpokenProgress: Sendable {
  private struct State {
    var begun: ContinuousClock.Instant
    var due = Duration.seconds(2)
    var said = 0
  }

  private let limit: Int
  /// How many times as long the work has to take for each further sentence.
  private let growth: Int
  private let state: Locked<State>
  private let now: @Sendable () -> ContinuousClock.Instant
  private let say: @Sendable (String) -> Void

  /// - Parameters:
  ///   - limit: how many sentences there are at most.
  ///   - now: the clock.
  ///   - say: called with each, one at a time.
  package init(
    limit: Int = .max,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
    say: @escaping @Sendable (String) -> Void
  ) {
    self.limit = limit
    // Few sentences have to last for hours.
    growth = limit == .max ? 3 : 8
    state = Locked(State(begun: now()))
    self.now = now
    self.say = say
  }

  /// Other work begins.
  func restart() { state.withLock { $0 = State(begun: now()) } }

  /// Says how far the work is, if that is due.
  package func note(_ sentence: () -> String) {
    state.withLock { state in
      let passed = now() - state.begun
      guard passed >= state.due, state.said < limit else { return }
      state.due = passed * growth
      state.said += 1
      say(sentence())
    }
  }
}
