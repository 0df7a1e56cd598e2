import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `library remake --replace`, killed at its system calls: the old collage or the new one exists,
/// intact.
///
/// `COLLAGE_FAULTS=all` kills it before and after every call.
@Suite(.waiting, .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
struct RemakeFaultTests {
  private static let isFull =
    unsafe getenv("COLLAGE_FAULTS").map { unsafe String(cString: $0) } == "all"
  /// Calls that change something on the disk.
  private static let changes: Set = [
    "fsync", "openat_create", "renameat2", "unlink", "unlinkat", "symlinkat", "mkdir",
  ]

  private let place: Workplace
  private let memory: TemporaryFolder
  private let old: String

  init() throws {
    place = try Workplace()
    memory = try TemporaryFolder()
    var make = BuiltProgram.command(
      Workplace.make + ["1.jpg", "2.jpg", "--library", "lib"], in: place.folder)
    make.environment["XDG_STATE_HOME"] = memory.string
    old = try make.run().id
  }

  private var command: ChildProcess {
    var command = BuiltProgram.command(
      ["library", "remake", old, "--gap", "2", "--replace", "--jobs", "1", "--library", "lib"],
      in: place.folder)
    command.environment["XDG_STATE_HOME"] = memory.string
    return command
  }

  @Test(.timeLimit(.minutes(30))) func `a kill at any call leaves the old collage or the new one`()
    throws
  {
    let before = try place.folder.snapshot()
    let whole = try SystemCallTracer.run(command)
    try #require(whole.terminationStatus == .exited(0), "\(whole.error)")
    let after = try place.folder.snapshot()
    let new = FilePath("lib/collage-\(whole.output.dropLast()).jpg")
    let oldName = FilePath("lib/collage-\(old).jpg")
    try #require(after.contents[new] != nil && after.contents[oldName] == nil)
    let calls = whole.calls.map(\.call).filter { Self.isFull || Self.changes.contains($0.name) }
    var kills = 0
    for call in calls {
      for kind in [InjectedFault.Kind.killBefore, .killAfter]
      where Self.isFull || kind == .killAfter || call.name != "fsync" {
        try place.folder.restore(before)
        let run = try SystemCallTracer.run(command, injecting: InjectedFault(kind, at: call))
        guard run.faultIndex != nil else { continue }
        kills += 1
        let found = try place.folder.snapshot().contents.filter {
          !$0.key.isTemporary && !$0.key.string.hasPrefix(".local")
        }
        let hasOld = found[oldName] == before.contents[oldName]
        let hasNew = found[new] == after.contents[new]
        #expect(hasOld || hasNew, "\(kind) at \(call)")
        let names = Set(found.keys).subtracting(before.contents.keys).subtracting([new])
        #expect(names.isEmpty && (hasNew || found[new] == nil), "\(kind) at \(call): \(names)")
        let verified = try place.run("library", "verify", "--library", "lib")
        #expect(verified.exitCode == 0, "\(kind) at \(call): \(verified.output)")
        guard Self.isFull, hasOld else { continue }
        #expect(try command.run().output == whole.output)
        #expect(try place.folder.snapshot() == after, "\(kind) at \(call)")
      }
    }
    #expect(kills > 10)
    if Self.isFull { print("remake --replace: \(kills) kills") }
  }
}
