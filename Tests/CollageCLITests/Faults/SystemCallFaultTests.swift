import Glibc
import SystemPackage
import TestSupport
import Testing

/// Every system call of a small job fails, is the last one, or is met by a signal.
///
/// `COLLAGE_FAULTS=all` runs the whole of it: each call with each of its possible errors, once and from there on, killed
/// before and after each, and SIGINT and SIGTERM at each. That takes some minutes, prints its numbers, and is meant for the release program:
///
///     COLLAGE_FAULTS=all COLLAGE_PROGRAM=$PWD/.build/release/collage swift test --filter SystemCallFaultTests
@Suite(.enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
struct SystemCallFaultTests {
  private static let isWhole = unsafe getenv("COLLAGE_FAULTS").map { unsafe String(cString: $0) } == "all"

  @Test(arguments: FaultJob.allCases)
  func `a file that fails gives the promised code, and leaves all as it was`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.sample(where: PossibleErrors.isAboutFiles) {
      // Not always the same error.
      let errors = PossibleErrors.of(call.name) ?? []
      try bench.inject(InjectedFault(.error(errors[call.ordinal % errors.count]), at: call))
    }
    bench.expectNoFindings()
  }

  @Test(arguments: FaultJob.allCases)
  func `a kill or a signal around a change on the disk leaves the old or the new`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.sample(where: ["fsync", "mkdir", "openat_create", "renameat2", "unlink"].contains) {
      try bench.inject(InjectedFault(.killBefore, at: call))
      try bench.inject(InjectedFault(.killAfter, at: call))
      try bench.inject(InjectedFault(.signal(SIGTERM), at: call))
    }
    bench.expectNoFindings()
  }

  @Test(arguments: [
    (.newFile, SystemCall("renameat2", 1), .fileExists), (.replacedFile, SystemCall("openat", 1), .notDirectory),
  ] as [(FaultJob, SystemCall, Errno)])
  func `a file system that contradicts itself for ever is given up`(
    _ job: FaultJob, _ first: SystemCall, _ error: Errno
  ) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call) where call.name == first.name && call.ordinal >= first.ordinal {
      try bench.inject(InjectedFault(.error(error), at: call, lasting: true))
    }
    bench.expectNoFindings()
  }

  @Test(arguments: FaultJob.allCases)
  func `a file that can't be looked at is a fault of the system`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call) where call.name == "fstat" {
      try bench.inject(InjectedFault(.error(.ioError), at: call))
    }
    bench.expectNoFindings()
  }

  @Test(arguments: [FaultJob.newFile, .remove], [SIGINT, SIGTERM])
  func `a signal says so from the first moment on`(_ job: FaultJob, _ signal: Int32) throws {
    var bench = try FaultBench(job)
    for name in ["fcntl", "prlimit64"] { try bench.inject(InjectedFault(.signal(signal), at: SystemCall(name, 1))) }
    bench.expectNoFindings()
  }

  @Test(arguments: FaultJob.allCases)
  func `the errors of every call are known`(_ job: FaultJob) throws {
    let names = Set(try FaultBench(job).calls.map(\.call.name))
    #expect(names.filter { PossibleErrors.of($0) == nil } == [])
  }

  @Test(.enabled(if: isWhole, "COLLAGE_FAULTS=all runs it"), arguments: FaultJob.allCases)
  func `every call with every error, killed and signalled at each`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call) {
      let errors = (PossibleErrors.of(call.name) ?? []).map { InjectedFault.Kind.error($0) }
      for kind in errors + [.killBefore, .killAfter, .signal(SIGINT), .signal(SIGTERM)] {
        try bench.inject(InjectedFault(kind, at: call))
      }
    }
    print("\(job), once: \(bench.tally.numbers)")
    bench.expectNoFindings()
  }

  @Test(.enabled(if: isWhole, "COLLAGE_FAULTS=all runs it"), arguments: FaultJob.allCases)
  func `every call with every error that lasts from there on`(_ job: FaultJob) throws {
    var bench = try FaultBench(job)
    for call in bench.calls.map(\.call) {
      for error in PossibleErrors.lasting(of: call.name) {
        try bench.inject(InjectedFault(.error(error), at: call, lasting: true))
      }
    }
    print("\(job), lasting: \(bench.tally.numbers)")
    bench.expectNoFindings()
  }
}
