import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Faults at the system calls of a step of `collage next`.
///
/// With `COLLAGE_FAULTS=all` every call fails with each of its errors, and the program is killed
/// and stopped at each, as in `SystemCallFaultTests`; the name of a call does so for that one.
@Suite(.waiting, .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
struct NextFaultTests {
  private static let wanted = unsafe getenv("COLLAGE_FAULTS").map { unsafe String(cString: $0) }
  private let bench: NextFaultBench

  init() throws { bench = try NextFaultBench() }

  @Test func `killed around a change on the disk, there is the old picture or the new one`() throws
  {
    let changes = ["fsync", "openat_create", "renameat2", "unlink", "unlinkat"]
    for call in bench.calls where changes.contains(call.name) {
      for kind in [.killBefore, .killAfter, .signal(SIGTERM)] as [InjectedFault.Kind] {
        try bench.expectRightFiles(after: InjectedFault(kind, at: call))
      }
    }
  }

  @Test func `what fails is told, and is made up for in the next step`() throws {
    let counts = Dictionary(grouping: bench.calls, by: \.name).mapValues(\.count)
    for (name, count) in counts.sorted(by: { $0.key < $1.key })
    where PossibleErrors.isAboutFiles(name) {
      let errors = PossibleErrors.of(name) ?? []
      for ordinal in Set([1, count / 2 + 1, count]).sorted() {
        let error = InjectedFault.Kind.error(errors[ordinal % errors.count])
        try bench.expectRightFiles(after: InjectedFault(error, at: SystemCall(name, ordinal)))
      }
    }
  }

  @Test(.enabled(if: wanted != nil, "COLLAGE_FAULTS=all runs it"))
  func `every call with every error, killed and stopped at each`() throws {
    for call in bench.calls where Self.wanted == "all" || Self.wanted == call.name {
      let errors = (PossibleErrors.of(call.name) ?? []).map { InjectedFault.Kind.error($0) }
      for kind in errors + [.killBefore, .killAfter, .signal(SIGINT), .signal(SIGTERM)] {
        try bench.expectRightFiles(after: InjectedFault(kind, at: call))
      }
    }
    print("next: \(bench.calls.count) calls")
  }
}

/// A frame that has shown one picture, and is to show the next one.
private struct NextFaultBench {
  /// What a step leaves behind.
  private struct Files: Equatable {
    let picture: [UInt8]
    let state: [UInt8]
  }

  /// Those that an undisturbed step makes.
  let calls: [SystemCall]

  private let place: Workplace
  /// Where the program keeps what it knows of photos, which nothing may rely on.
  private let memory: TemporaryFolder
  private let knowledge: FolderSnapshot
  private let command: ChildProcess
  private let before: Files
  private let after: Files
  /// What the step after it shows.
  private let third: [UInt8]

  private static let picture: FilePath = "frame/now.jpg"
  private static let state: FilePath = "frame/state"

  init() throws {
    place = try Workplace(photos: 0)
    memory = try TemporaryFolder()
    try place.folder.makeFolder("photos")
    try place.folder.makeFolder("frame")
    for (number, photo) in Workplace.photos.enumerated() {
      try place.folder.write(photo, to: FilePath("photos/IMG_20240501_1\(number)0000.jpg"))
    }
    var command = BuiltProgram.command(
      ["next", "photos", "-o", Self.picture.string, "--state", Self.state.string, "--per", "2"]
        + ["--canvas", "40x20px", "--jobs", "2"], in: place.folder)
    command.environment["XDG_STATE_HOME"] = memory.string
    self.command = command
    try #require(try command.run().exitCode == 0)
    knowledge = try memory.snapshot()
    before = try Self.files(in: place)
    let whole = try SystemCallTracer.run(command)
    try #require(whole.terminationStatus == .exited(0), "\(whole.error)")
    calls = whole.calls.map(\.call)
    after = try Self.files(in: place)
    try #require(try command.run().exitCode == 0)
    third = try Self.files(in: place).picture
    try #require(Set([before.picture, after.picture, third]).count == 3)
  }

  private static func files(in place: Workplace) throws -> Files {
    Files(picture: try place.folder.read(picture), state: try place.folder.read(state))
  }

  /// Makes the step with a fault, and then the next one.
  func expectRightFiles(
    after fault: InjectedFault, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for name in try place.folder.names(in: "frame") {
      try place.folder.remove(FilePath("frame").appending(name))
    }
    try place.folder.write(before.picture, to: Self.picture)
    try place.folder.write(before.state, to: Self.state)
    try memory.restore(knowledge)
    let run = try SystemCallTracer.run(command, injecting: fault)
    guard run.faultIndex != nil else { return }
    let found = try Self.files(in: place)
    #expect(
      try isRight(run, fault, found), "\(fault): \(run.terminationStatus) \(run.error)",
      sourceLocation: sourceLocation)
    let isWhole = run.terminationStatus.isExit && !fault.isAboutRemoving
    if isWhole { expectNoOthers(fault, sourceLocation) }
    // It goes on from there.
    let next = try command.run()
    let shown = try Self.files(in: place).picture
    let isNext =
      found == before || found.state == before.state
      ? shown == self.after.picture : found != self.after || shown == third
    #expect(
      next.exitCode == 0 && next.error == "" && isNext, "\(fault), then \(next)",
      sourceLocation: sourceLocation)
    expectNoOthers(fault, sourceLocation)
  }

  private func expectNoOthers(_ fault: InjectedFault, _ sourceLocation: SourceLocation) {
    let names = (try? place.folder.names(in: "frame")) ?? []
    #expect(names.sorted() == ["now.jpg", "state"], "\(fault)", sourceLocation: sourceLocation)
  }

  /// Whether the files and the exit code are as promised.
  private func isRight(_ run: TracedRun, _ fault: InjectedFault, _ found: Files) throws -> Bool {
    let isBetween = found == Files(picture: after.picture, state: before.state)
    let isKnown = found == before || found == after || isBetween
    switch run.terminationStatus {
    case .ranOutOfTime: return false
    case .killed: return isKnown
    case .exited(0):
      // Of fewer photos, if some couldn't be read.
      return try found == after || run.output == place.identity(of: Self.picture) + "\n"
    case .exited(let code):
      if case .signal(let signal) = fault.kind, code != 128 + signal { return false }
      let isTold =
        run.error.hasPrefix("collage: ") || fault.call.name == "write_pipe"
      return isKnown && isTold
    }
  }
}

extension TerminationStatus {
  fileprivate var isExit: Bool { if case .exited = self { true } else { false } }
}
