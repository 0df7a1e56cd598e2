import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Every system call of a small job fails, is the last one, or is met by a signal.
///
/// `COLLAGE_FAULTS=all` runs all of it: each call with each of its possible errors, once and from
/// there on, killed before and after each, its decoder killed at each, and SIGINT and SIGTERM at
/// each. That takes some minutes, prints its numbers, and is meant for the release program. The
/// name of a call in place of `all` does the same for that call alone:
///
///     COLLAGE_FAULTS=all COLLAGE_PROGRAM=$PWD/.build/release/collage swift test --filter
///     SystemCallFaultTests
@Suite(
  .waiting, .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"),
  .enabled(if: FaultJob.hasDecoders, "needs libde265, dav1d and libwebp, built in"))
struct SystemCallFaultTests {
  private static let wanted = unsafe getenv("COLLAGE_FAULTS").map { unsafe String(cString: $0) }

  @Test(arguments: FaultJob.allCases)
  func `a file that fails gives the promised code, and leaves all as it was`(_ job: FaultJob) throws
  {
    var bench = try FaultBench(job)
    #expect(Set(bench.calls.map(\.call.name)).filter { PossibleErrors.of($0) == nil } == [])
    for call in bench.sample(where: PossibleErrors.isAboutFiles) {
      // Not always the same error.
      let errors = PossibleErrors.of(call.name) ?? []
      try bench.inject(InjectedFault(.error(errors[call.ordinal % errors.count]), at: call))
    }
    bench.expectNoFindings()
  }

  @Test(arguments: FaultJob.allCases)
  func `a kill or a signal around a change on the disk leaves the old or the new`(_ job: FaultJob)
    throws
  {
    var bench = try FaultBench(job)
    for call in bench.sample(
      where: ["fsync", "mkdir", "openat_create", "renameat2", "unlink"].contains)
    {
      // Nothing happens to the names between one of the others and what comes before it.
      if ["renameat2", "unlink"].contains(call.name) {
        try bench.inject(InjectedFault(.killBefore, at: call))
      }
      try bench.inject(InjectedFault(.killAfter, at: call))
      try bench.inject(InjectedFault(.signal(SIGTERM), at: call))
    }
    bench.expectNoFindings()
  }

  @Test(
    arguments: [
      (.newFile, "renameat2", .fileExists), (.replacedFile, "openat", .notDirectory),
      (.replacedFile, "fstat", .ioError),
    ] as [(FaultJob, String, Errno)])
  func `a disk that contradicts itself for ever, or can't be asked, is given up`(
    _ job: FaultJob, _ name: String, _ error: Errno
  ) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call).filter({ $0.name == name }).suffix(6) {
      try bench.inject(InjectedFault(.error(error), at: call, lasting: true))
      try bench.inject(InjectedFault(.error(error), at: call))
    }
    bench.expectNoFindings()
  }

  @Test func `a decoder that gets no thread, or is killed, says nothing about its photo`() throws {
    var bench = try FaultBench(.sandboxed)
    for call in bench.sample(
      where: ["clone", "close_range", "memfd_create", "prctl", "write_pipe"].contains)
    {
      for kind in [.error(.noMemory), .killCaller] as [InjectedFault.Kind] {
        try bench.inject(InjectedFault(kind, at: call))
      }
    }
    bench.expectNoFindings()
  }

  @Test(arguments: [FaultJob.newFile, .remove])
  func `a signal says so from the first moment on`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for name in ["fcntl", "prlimit64"] {
      try bench.inject(InjectedFault(.signal(SIGTERM), at: SystemCall(name, 1)))
    }
    bench.expectNoFindings()
  }

  @Test(.enabled(if: wanted != nil, "COLLAGE_FAULTS=all runs it"), arguments: FaultJob.allCases)
  func `every call with every error, killed and signalled at each`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call) where Self.isWanted(call) {
      let errors = (PossibleErrors.of(call.name) ?? []).map { InjectedFault.Kind.error($0) }
      for kind in errors + [
        .killBefore, .killAfter, .killCaller, .signal(SIGINT), .signal(SIGTERM),
      ] {
        try bench.inject(InjectedFault(kind, at: call))
      }
    }
    print("\(job), once: \(bench.tally.numbers)")
    bench.expectNoFindings()
  }

  @Test(.enabled(if: wanted != nil, "COLLAGE_FAULTS=all runs it"), arguments: FaultJob.allCases)
  func `every call with every error that lasts from there on`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call) where Self.isWanted(call) {
      for error in PossibleErrors.lasting(of: call.name) {
        try bench.inject(InjectedFault(.error(error), at: call, lasting: true))
      }
    }
    print("\(job), lasting: \(bench.tally.numbers)")
    bench.expectNoFindings()
  }

  private static func isWanted(_ call: SystemCall) -> Bool {
    wanted == "all" || wanted == call.name
  }
}
