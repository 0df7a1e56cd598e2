import Dispatch
import SystemPackage

/// A child process that has been started and may still be running.
///
/// Its output is read all the time, so it never waits for us. It is killed, with its process group,
/// when this object goes away.
package final class RunningProcess: Sendable {
  private let process: SpawnedProcess
  private let pump: PipePump
  private let queue = DispatchQueue(label: "pipes of a process")

  init(_ program: ChildProcess, readingOutput: Bool) throws {
    var pipes = try StandardPipes(for: program.standardInput)
    if !readingOutput { pipes.output.readEnd.close() }
    process = try SpawnedProcess(
      program,
      streams: .descriptors(
        input: pipes.input.readEnd.number, output: pipes.output.writeEnd.number,
        error: pipes.error.writeEnd.number))
    pump = PipePump(pipes)
    queue.async { [process, pump] in
      pump.run(for: process, program.standardInput)
      _ = process.wait()
    }
  }

  deinit { process.kill() }

  /// The process id; its process group has the same.
  package var id: Int32 { process.id }

  /// What it has written to its standard output so far.
  package var outputSoFar: [UInt8] { pump.written.output }

  /// What it has written to its standard error so far.
  package var errorSoFar: [UInt8] { pump.written.error }

  /// Sends a signal to the process alone, not to its group; does nothing once it has been waited
  /// for.
  package func send(_ signal: Int32) { process.send(signal) }

  /// Closes the read end of its standard output; its next write there raises SIGPIPE.
  ///
  /// What it wrote before may or may not be in the outcome.
  package func closeOutput() { pump.closeOutput() }

  /// Waits for the end, at most until the time limit.
  package func wait() -> Outcome {
    queue.sync {}
    var outcome = process.wait()
    (outcome.outputBytes, outcome.errorBytes) = pump.written
    return outcome
  }
}
