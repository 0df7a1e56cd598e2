internal import CollageTerminal
internal import ThreadPool

/// What is told of a batch beside its results and its progress. In accessible mode only the first
/// sentences are said, because each takes seconds to listen to, and the others are counted.
final class BatchRemarks: Sendable {
  private struct State {
    var said = 0
    var leftOut = 0
  }

  /// How many sentences of a batch are remarks in accessible mode.
  private static let limit = 1

  private let isQuiet: Bool
  private let state = Locked(State())

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  /// How many were not said.
  var leftOutCount: Int { state.withLock(\.leftOut) }

  func tell(_ messages: [String]) {
    if isQuiet || messages.isEmpty { return }
    guard AccessibleMode.current != nil else { return StandardError.error(messages) }
    AccessibleMode.announce()
    state.withLock { state in
      let told = messages.prefix(Self.limit - state.said)
      state.said += told.count
      state.leftOut += messages.count - told.count
      StandardError.error(Array(told))
    }
  }
}
