import CTracing
import Glibc
import SystemPackage

/// Runs a program, and watches, counts and disturbs its system calls with ptrace(2).
///
/// The calls of all threads are counted together, from the first one on that doesn't come from the
/// dynamic loader. Which thread makes the nth call of a name may differ from run to run;
/// `faultIndex` tells whether a fault was met.
package enum SystemCallTracer {
  /// False if the processor's registers aren't known here, or tracing is not allowed.
  package static let isPossible: Bool = {
    let fault = InjectedFault(.error(.ioError), at: SystemCall("write_pipe", 1))
    let echo = try? Self.run(ChildProcess("/bin/echo", ["text"], in: "/"), injecting: fault)
    return echo?.faultIndex != nil && echo?.terminationStatus == .exited(1)
  }()

  /// The reason for skipping tests that need it.
  package static let reason = "needs the right to trace, and x86_64 or aarch64"

  /// Runs the program to its end; its standard input is empty whatever it says.
  ///
  /// What the program writes is read when it has ended, so it must fit into two pipes of 64 KiB.
  /// Throws `Errno` when it can't be started.
  ///
  /// - Parameters:
  ///   - others: further faults.
  ///   - pause: a call before which the program is stopped until `work` has returned, which runs on
  ///     a thread of its own.
  package static func run(
    _ program: ChildProcess, injecting fault: InjectedFault? = nil,
    and others: [InjectedFault] = [], pausingAt pause: SystemCall? = nil,
    for work: @escaping @Sendable () throws -> Void = {}
  ) throws -> TracedRun {
    try NewThread.run {
      let input = try Pipe.empty()
      var output = try Pipe()
      var error = try Pipe()
      let id = try start(
        program, input: input.readEnd.number, output: output.writeEnd.number,
        error: error.writeEnd.number)
      output.writeEnd.close()
      error.writeEnd.close()
      let watchdog = Watchdog(killing: id, after: program.timeLimit)
      var trace = Trace(
        of: id, injecting: [fault].compactMap(\.self) + others, pausingAt: pause, for: work)
      try trace.follow()
      var run = trace.run
      if watchdog.stop() { run.terminationStatus = .ranOutOfTime }
      run.output = String(
        decoding: try FileDescriptor(rawValue: output.readEnd.number).readToEnd(), as: UTF8.self)
      run.error = String(
        decoding: try FileDescriptor(rawValue: error.readEnd.number).readToEnd(), as: UTF8.self)
      return run
    }
  }

  private static func start(_ program: ChildProcess, input: Int32, output: Int32, error: Int32)
    throws(Errno) -> pid_t
  {
    let arguments = [program.program.platformBytes] + program.arguments
    let environment = program.environment.map { Array("\($0)=\($1)".utf8) }
    let id = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        unsafe program.program.withPlatformString { path in
          unsafe program.folder.withPlatformString { folder in
            var program = unsafe CTracingProgram(
              path: path, arguments: arguments, environment: environment, folder: folder,
              input: input, output: output,
              error: error)
            return unsafe ctracing_start(&program)
          }
        }
      }
    }
    if id < 0 { throw Errno(rawValue: errno) }
    return id
  }
}
