import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// A job's folder, its contents before and after an undisturbed run, and runs with a fault.
struct FaultBench {
  let job: FaultJob
  /// The calls that an undisturbed run makes.
  let calls: [RecordedCall]
  private(set) var tally = FaultTally()

  private let place: Workplace
  /// Where the program keeps its cache of batches, which nothing may rely on.
  private let memory: TemporaryFolder
  private let command: ChildProcess
  private let rules: FaultRules

  init(_ job: FaultJob) throws {
    self.job = job
    place = try Workplace()
    let arguments = try job.prepare(place)
    var command = BuiltProgram.command(arguments, in: place.folder)
    memory = try TemporaryFolder()
    command.environment["XDG_STATE_HOME"] = memory.string
    self.command = command
    let before = try place.folder.snapshot()
    let whole = try SystemCallTracer.run(command)
    try #require(whole.terminationStatus == .exited(0), "\(whole.error)")
    calls = whole.calls
    rules = FaultRules(
      job: job, before: before, after: try place.folder.snapshot(), answer: whole.output)
    try #require(before != rules.after)
  }

  /// The last of each kind of call, which is about the output, and the first, where no other job
  /// begins alike.
  func sample(where isWanted: (String) -> Bool) -> [SystemCall] {
    let counts = Dictionary(grouping: calls.map(\.call.name).filter(isWanted)) { $0 }.mapValues(
      \.count)
    return counts.sorted { $0.key < $1.key }.flatMap { name, count in
      Set(job.beginsAlike ? [count] : [1, count]).sorted().map { SystemCall(name, $0) }
    }
  }

  func expectNoFindings(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(tally.findings.count == 0, "\(tally)", sourceLocation: sourceLocation)
    #expect(tally.faults > 0, sourceLocation: sourceLocation)
  }

  /// Runs the job with the fault, and checks the result against the promises.
  mutating func inject(_ fault: InjectedFault) throws {
    try place.folder.restore(rules.before)
    try memory.restore(FolderSnapshot())
    let run = try SystemCallTracer.run(command, injecting: fault)
    tally.runs += 1
    guard run.faultIndex != nil else {
      tally.unmet += 1
      return
    }
    tally.faults += 1
    let found = try place.folder.snapshot()
    if run.terminationStatus == .exited(0) { tally.successes += 1 }
    var broken = rules.broken(by: run, fault, leaving: found)
    let isLeftToNext = run.terminationStatus == .killed(signal: SIGKILL) || fault.isAboutRemoving
    if broken == nil, isLeftToNext, !(try nextRunPutsRight(found)) { broken = .notSwept }
    if let broken { tally.add(FaultFinding(job: job, fault: fault, kind: broken, run: run)) }
  }

  /// Whether the same command, repeated, does the rest of the work, and sweeps.
  private mutating func nextRunPutsRight(_ found: FolderSnapshot) throws -> Bool {
    // Assets that were already removed can't be removed again.
    if job == .remove, found == rules.after { return true }
    tally.runs += 1
    return try command.run().exitCode == 0 && place.folder.snapshot() == rules.after
  }
}
