package import SystemPackage
package import TestSupport

/// Runs the program under `strace`, which makes single system calls fail or wait, or kills the
/// program at them.
package enum Tracer {
  private static let path: FilePath = "/usr/bin/strace"

  /// False if strace is missing or tracing is not allowed.
  package static let isPossible: Bool = {
    let command = ChildProcess(
      path, ["-f", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "/bin/true"], in: "/")
    return (try? command.run().exitCode) == 0
  }()

  /// The reason for skipping tests that need it.
  package static let reason = "needs strace, and the right to trace"

  /// The command with a fault injected.
  ///
  /// - Parameters:
  ///   - calls: names of system calls, separated by commas.
  ///   - fault: what happens at them: `error=EIO`, `signal=KILL`, `delay_enter=1000000`
  ///     (microseconds), with `when=2` only for each thread's second call.
  ///   - files: only calls for these files are affected; absolute paths, empty for all files.
  ///   - others: further calls, each with its fault: `fsync:error=EIO`.
  package static func command(
    _ command: ChildProcess, calls: String, fault: String, files: [FilePath] = [],
    others: [String] = []
  ) -> ChildProcess {
    var wrapped = command
    // The program stays our own child, so that signals and the ending are its own.
    let faults = ["\(calls):\(fault)"] + others
    let traced = faults.map { $0.prefix { $0 != ":" } }.joined(separator: ",")
    let options =
      ["-D", "-f", "-q", "-o", "/dev/null", "-e", "trace=\(traced)", "-e", "signal=none"]
      + faults.flatMap { ["-e", "inject=\($0)"] }
    let filter = files.flatMap { ["-P", $0.string] }
    // The tracer's own messages, such as about a program that ends while a thread of it is delayed,
    // don't matter.
    let silenced =
      ["-c", #"exec 3>&2 2>/dev/null; exec "$@""#, "sh", path.string] + options + filter
    let heard = ["/bin/sh", "-c", #"exec "$@" 2>&3 3>&-"#, "sh"]
    wrapped.program = "/bin/sh"
    wrapped.arguments =
      (silenced + heard).map { Array($0.utf8) } + [command.program.platformBytes]
      + command.arguments
    return wrapped
  }
}
