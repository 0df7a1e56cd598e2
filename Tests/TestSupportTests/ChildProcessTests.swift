import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ChildProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func shell(
    _ script: String, _ arguments: [UInt8]..., standardInput: StandardInput = .empty,
    timeLimit: Duration = longestWait
  ) -> ChildProcess {
    ChildProcess(
      "/bin/sh",
      rawArguments: [Array("-c".utf8), Array(script.utf8), Array("sh".utf8)] + arguments,
      in: folder.path, standardInput: standardInput, timeLimit: timeLimit)
  }

  @Test func `output, error and exit code are captured apart`() throws {
    let outcome = try shell("echo out; echo err >&2; exit 65").run()
    #expect(outcome.output == "out\n")
    #expect(outcome.error == "err\n")
    #expect(outcome.terminationStatus == .exited(65))
    #expect(outcome.exitCode == 65)
  }

  @Test func `arguments that are not UTF-8 arrive byte for byte`() throws {
    let outcome = try shell("printf %s \"$1\"", [0x2d, 0xff, 0x20, 0x0a, 0xc3]).run()
    #expect(outcome.outputBytes == [0x2d, 0xff, 0x20, 0x0a, 0xc3])
  }

  @Test func `a child has a clean environment, its folder and no further descriptors`() throws {
    let leaked = try FileDescriptor.open(FilePath("/dev/null"), .readOnly)
    defer { try? leaked.close() }
    let outcome = try shell("pwd; env | grep -v ^_= | grep -v ^PWD= | sort; ls /proc/self/fd").run()
    let expected = """
      \(folder.string)
      HOME=\(folder.string)
      LANG=C.UTF-8
      PATH=/usr/local/bin:/usr/bin:/bin
      0
      1
      2
      3

      """
    // ls itself opens the folder that it lists.
    #expect(outcome.output == expected)
  }

  @Test func `megabytes go in and come out while both sides are busy`() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let outcome = try shell("tee /dev/stderr", standardInput: .bytes(bytes)).run()
    #expect(outcome.outputBytes == bytes)
    #expect(outcome.errorBytes == bytes)
  }

  @Test func `a child that does not read its input does no harm`() throws {
    let outcome = try shell(
      "exec <&-; echo done", standardInput: .bytes([UInt8](repeating: 0, count: 1_000_000))
    ).run()
    #expect(outcome.output == "done\n")
    #expect(outcome.terminationStatus == .exited(0))
  }

  @Test func `after its time a child is killed with all of its own children`() throws {
    let outcome = try shell("echo begun; sleep 600; sleep 600", timeLimit: .milliseconds(300)).run()
    #expect(outcome.terminationStatus == .ranOutOfTime)
    #expect(outcome.exitCode == nil)
    #expect(outcome.output == "begun\n")
    #expect(outcome.wallSeconds >= 0.3 && outcome.wallSeconds < 600)
  }

  @Test func `a child that has closed its outputs is still killed after its time`() throws {
    let outcome = try shell("exec >&- 2>&-; sleep 50", timeLimit: .milliseconds(300)).run()
    #expect(outcome.terminationStatus == .ranOutOfTime)
  }

  @Test func `a signal reaches a child that is running, and its own handling of it counts`() throws
  {
    let polite = try shell(
      "trap 'exit 143' TERM; echo ready; read line", standardInput: .heldOpen(after: [])
    )
    .start()
    #expect(eventually { polite.outputSoFar == Array("ready\n".utf8) })
    polite.send(SIGTERM)
    #expect(polite.wait().terminationStatus == .exited(143))

    let rude = try shell("echo ready; read line", standardInput: .heldOpen(after: [])).start()
    #expect(eventually { !rude.outputSoFar.isEmpty })
    rude.send(SIGTERM)
    #expect(rude.wait().terminationStatus == .killed(signal: SIGTERM))
    rude.send(SIGTERM)
    #expect(rude.wait().terminationStatus == .killed(signal: SIGTERM))
  }

  @Test func `with its output closed a child meets SIGPIPE`() throws {
    let outcome = try shell("echo first; echo second").start(readingOutput: false).wait()
    #expect(outcome.outputBytes.isEmpty)
    #expect(outcome.terminationStatus == .killed(signal: SIGPIPE))

    let later = try shell(
      "echo first; until [ -e go ]; do sleep 0.01; done; echo second; exit 0"
    ).start()
    #expect(eventually { !later.outputSoFar.isEmpty })
    later.closeOutput()
    later.closeOutput()
    try folder.write([], to: "go")
    #expect(later.wait().terminationStatus == .killed(signal: SIGPIPE))
    #expect(later.outputSoFar == Array("first\n".utf8))
  }

  @Test func `time and memory are measured`() throws {
    let busy = try shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; sleep 0.2").run()
    #expect(busy.cpuSeconds > 0.01 && busy.cpuSeconds <= busy.wallSeconds)
    #expect(busy.wallSeconds > 0.2)

    // Until it has ended, not until somebody asks.
    let started = ContinuousClock.now
    let early = try shell("sleep 0.1").start()
    #expect(eventually { kill(early.id, 0) == -1 })
    let longest = started.duration(to: .now)
    let wall = Duration.seconds(early.wait().wallSeconds)
    #expect(wall >= .seconds(0.1) && wall <= longest)
  }

  @Test func `a small child's peak is its own, not that of a large parent`() throws {
    let ballast = [UInt8](repeating: 1, count: 200 << 20)
    let small = try shell("sleep 0.1").run()
    #expect(ballast.last == 1)
    #expect(small.peakBytes > 100_000 && small.peakBytes < 20 << 20)
  }

  @Test func `a missing program is an error with its reason`() throws {
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try ChildProcess("/no/such/program", in: folder.path).run()
    }
  }

  @Test func `a child that is dropped does not stay`() throws {
    let id = try shell("sleep 50", standardInput: .heldOpen(after: [])).start().id
    #expect(eventually { kill(id, 0) == -1 })
  }

  @Test func `the built program is found beside the tests`() throws {
    let outcome = try BuiltProgram.run("--version", in: folder)
    #expect(BuiltProgram.path.lastComponent == "collage")
    #expect(outcome.exitCode != nil)
  }
}
