import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite(
  .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"), .timeLimit(.minutes(5)))
struct SystemCallTracerTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("text\n".utf8, to: "file")
  }

  private func run(
    _ program: FilePath, _ arguments: String..., injecting kind: InjectedFault.Kind? = nil,
    at name: String = "",
    _ ordinal: Int = 1, timeLimit: Duration = longestWait
  ) throws -> TracedRun {
    try SystemCallTracer.run(
      ChildProcess(program, arguments, in: folder.path, timeLimit: timeLimit),
      injecting: kind.map { InjectedFault($0, at: SystemCall(name, ordinal)) })
  }

  @Test func `an undisturbed program does its work, and its calls are listed`() throws {
    let run = try run("/bin/cat", "file")
    #expect(run.terminationStatus == .exited(0))
    #expect(run.output == "text\n")
    #expect(run.calls.last?.call == SystemCall("exit_group", 1))
    #expect(run.calls.contains { $0.call == SystemCall("write_pipe", 1) && $0.firstArgument == 1 })
    #expect(run.faultIndex == nil)
  }

  @Test func `what the loader does is not counted`() throws {
    // It always looks whether there are libraries to load first.
    #expect(try !run("/bin/cat", "file").calls.contains { $0.call.name == "access" })
  }

  @Test func `the calls of all threads and processes are counted together`() throws {
    let run = try run("/bin/sh", "-c", "(echo a; echo b) & wait; echo c; exit 3")
    #expect(run.terminationStatus == .exited(3))
    #expect(run.output == "a\nb\nc\n")
    #expect(run.calls.last { $0.call.name == "write_pipe" }?.call.ordinal == 3)
    #expect(Set(run.calls.map(\.call)).count == run.calls.count)
  }

  @Test func `a call that fails is not made, and gives the error`() throws {
    let run = try run("/bin/rm", "file", injecting: .error(.ioError), at: "unlinkat")
    #expect(run.terminationStatus == .exited(1))
    #expect(run.error.contains("Input/output error"))
    #expect(try folder.names() == ["file"])
    #expect(run.faultIndex.map { run.calls[$0].call } == SystemCall("unlinkat", 1))
  }

  @Test func `only the call of that number fails`() throws {
    try folder.write([], to: "other")
    let run = try run("/bin/rm", "file", "other", injecting: .error(.ioError), at: "unlinkat", 2)
    #expect(run.terminationStatus == .exited(1))
    #expect(try folder.names() == ["other"])
  }

  @Test func `a call that is never made does no harm`() throws {
    let run = try run("/bin/rm", "file", injecting: .error(.ioError), at: "unlinkat", 2)
    #expect(run.terminationStatus == .exited(0))
    #expect(run.faultIndex == nil)
  }

  @Test func `killed before a call it is not made, killed after it is`() throws {
    #expect(
      try run("/bin/rm", "file", injecting: .killBefore, at: "unlinkat").terminationStatus
        == .killed(signal: SIGKILL))
    #expect(try folder.names() == ["file"])
    #expect(
      try run("/bin/rm", "file", injecting: .killAfter, at: "unlinkat").terminationStatus
        == .killed(signal: SIGKILL))
    #expect(try folder.names() == [])
  }

  @Test func `a signal at a call is delivered`() throws {
    let script = #"trap "exit 7" TERM; while :; do echo; done"#
    #expect(
      try run("/bin/sh", "-c", script, injecting: .signal(SIGTERM), at: "write_pipe")
        .terminationStatus == .exited(7))
    #expect(
      try run("/bin/cat", "file", injecting: .signal(SIGTERM), at: "write_pipe").terminationStatus
        == .killed(signal: SIGTERM))
  }

  @Test func `a program waits before a call until other work is done`() throws {
    let run = try SystemCallTracer.run(
      ChildProcess("/bin/rm", ["file"], in: folder.path), pausingAt: SystemCall("unlinkat", 1)
    ) { [folder] in
      let other = try ChildProcess("/bin/mv", ["file", "other"], in: folder.path).run()
      if other.exitCode != 0 { throw Errno.ioError }
    }
    #expect(run.terminationStatus == .exited(1))
    #expect(try folder.names() == ["other"])
  }

  @Test func `a program that does not end is killed when its time is over`() throws {
    #expect(
      try run("/bin/sleep", "1000", timeLimit: .milliseconds(300)).terminationStatus
        == .ranOutOfTime)
  }

  @Test func `a program that is not there ends with 127`() throws {
    #expect(try run("/nowhere/program").terminationStatus == .exited(127))
  }
}
