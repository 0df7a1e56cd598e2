import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// Moves bytes between this process and a child's pipes, so that neither side ever waits for the
/// other.
final class PipePump: Sendable {
  private struct State {
    var output: [UInt8] = []
    var error: [UInt8] = []
    var mayReadOutput = true
  }

  private let pipes: Mutex<StandardPipes?>
  private let state = Mutex(State())
  private let outputOpen = DispatchGroup()

  /// The child must have been started with the other ends of these pipes.
  init(_ pipes: consuming sending StandardPipes) {
    pipes.output.writeEnd.close()
    pipes.error.writeEnd.close()
    if pipes.output.readEnd.isOpen { outputOpen.enter() }
    self.pipes = Mutex(pipes)
  }

  /// What the child has written so far.
  var written: (output: [UInt8], error: [UInt8]) { state.withLock { ($0.output, $0.error) } }

  /// Closes the read end of the child's standard output, and returns when it is closed.
  func closeOutput() {
    state.withLock { $0.mayReadOutput = false }
    outputOpen.wait()
  }

  /// Runs until both of the child's outputs have ended, or its time is over. Call it once.
  func run(for process: SpawnedProcess, _ standardInput: StandardInput) {
    guard var pipes = pipes.withLock({ $0.take() }) else { return }
    var unsent = standardInput.bytesToSend[...]
    // Grows, because looking at a process's memory costs as much as many a process does.
    var milliseconds: Int32 = 2
    while pipes.output.readEnd.isOpen || pipes.error.readEnd.isOpen, !process.ranOutOfTime {
      process.notePeakMemory()
      if unsent.isEmpty, standardInput.ends { pipes.input.writeEnd.close() }
      if !state.withLock({ $0.mayReadOutput }) { endOutput(of: &pipes) }

      // poll passes over descriptors below 0.
      var ends = [
        pollfd(
          fd: unsent.isEmpty ? -1 : pipes.input.writeEnd.number, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: pipes.output.readEnd.number, events: Int16(POLLIN), revents: 0),
        pollfd(fd: pipes.error.readEnd.number, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&ends, 3, milliseconds) > 0 else {
        milliseconds = min(milliseconds + 1, 10)
        continue
      }
      if ends[0].revents != 0 { unsent = unsent.dropFirst(send(unsent, to: ends[0].fd)) }
      if ends[1].revents != 0, !receive(ends[1].fd, into: \.output) { endOutput(of: &pipes) }
      if ends[2].revents != 0, !receive(ends[2].fd, into: \.error) { pipes.error.readEnd.close() }
    }
    endOutput(of: &pipes)
  }

  private func endOutput(of pipes: inout StandardPipes) {
    guard pipes.output.readEnd.isOpen else { return }
    pipes.output.readEnd.close()
    outputOpen.leave()
  }

  /// Writes the first of the bytes to a pipe that has room, and returns how many.
  private func send(_ bytes: ArraySlice<UInt8>, to pipe: Int32) -> Int {
    // A pipe that is ready has room for at least this many bytes, so the call doesn't wait.
    let first = bytes.prefix(Int(PIPE_BUF))
    return unsafe first.withUnsafeBytes { try? unsafe FileDescriptor(rawValue: pipe).write($0) }
      ?? 0
  }

  /// Reads what a pipe holds; false at its end.
  private func receive(_ pipe: Int32, into part: WritableKeyPath<State, [UInt8]>) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count =
      unsafe chunk.withUnsafeMutableBytes {
        try? unsafe FileDescriptor(rawValue: pipe).read(into: $0)
      } ?? 0
    state.withLock { $0[keyPath: part] += chunk.prefix(count) }
    return count > 0
  }
}
