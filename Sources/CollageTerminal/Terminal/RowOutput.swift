internal import Glibc
internal import ThreadPool

/// Writes a list to standard output row by row, as rows become known, and shows progress in
/// between.
///
/// Thread-safe.
package final class RowOutput: Sendable {
  private struct State {
    var part: [UInt8] = []
    var written = ContinuousClock.now
    /// Whether the reader has closed the pipe.
    var isClosed = false
    var failure: CommandFailure?
  }

  /// The maximum number of bytes written at once.
  private static let partSize = 1 << 15
  /// How long a row may wait for further ones, if several are written at once.
  private static let patience = Duration.milliseconds(50)

  private let progress: ProgressLine
  /// Whether each row is written at once, because the next one may take long.
  private let isUnbuffered: Bool
  private let sharesTerminal = isatty(STDOUT_FILENO) == 1
  private let state = Locked(State())

  package init(_ progress: ProgressLine, unbuffered isUnbuffered: Bool = false) {
    self.progress = progress
    self.isUnbuffered = isUnbuffered
  }

  /// Adds a row and a line break.
  ///
  /// - Returns: false if no more rows are wanted.
  @discardableResult
  package func append(_ row: String) -> Bool { append(Array(row.utf8)) }

  /// Adds a row of bytes and its end, likewise.
  package func append(_ row: [UInt8], end: UInt8 = UInt8(ascii: "\n")) -> Bool {
    state.withLock { state in
      state.part += row
      state.part.append(end)
      if isUnbuffered || state.part.count >= Self.partSize
        || ContinuousClock.now - state.written >= Self.patience
      {
        flush(&state)
      }
      return !state.isClosed && state.failure == nil
    }
  }

  /// Shows the progress, at most ten times a second.
  package func show(_ text: () -> String) { progress.show(every: .milliseconds(100), text) }

  /// Writes the rest, and ends the progress.
  ///
  /// - Throws: when rows could not be written; not when the reader had enough.
  package func finish() throws(CommandFailure) {
    progress.finish()
    let failure = state.withLock { state in
      flush(&state)
      return state.failure
    }
    if let failure { throw failure }
  }

  private func flush(_ state: inout State) {
    defer { state.part.removeAll(keepingCapacity: true) }
    state.written = .now
    guard !state.part.isEmpty, !state.isClosed, state.failure == nil else { return }
    if sharesTerminal { progress.erase() }
    do throws(CommandFailure) {
      state.isClosed = !(try StandardOutput.list(state.part))
    } catch {
      state.failure = error
    }
  }
}
