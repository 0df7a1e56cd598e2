import Glibc
import SystemPackage
import TestSupport
import Testing

/// Single system calls that fail, or are the last ones. Each writer's calls are made by one thread, so they can be counted.
@Suite(.enabled(if: Tracer.isPossible, "needs strace, and the right to trace"))
struct DiskFaultTests {
  let place: Workplace
  private let old: String

  init() throws {
    place = try Workplace()
    old = try place.make("1.jpg", "2.jpg", "-o", "out.jpg").id
  }

  private func command(_ arguments: String...) -> ChildProcess {
    BuiltProgram.command(Workplace.make + ["2.jpg", "1.jpg"] + arguments, in: place.folder)
  }

  /// Each with what is wrong with the disk, and the code that it gives.
  @Test(
    arguments: [
      ("fsync", "error=EIO:when=1", 74, "writing failed: Input/output error; nothing was changed"),
      ("fsync", "error=EIO:when=2", 74, "writing failed: Input/output error; nothing was changed"),
      ("fsync", "error=ENOSPC:when=1", 74, "the disk is full; free some space, nothing was changed"),
      ("fsync", "error=EDQUOT:when=1", 74, "the disk is full; free some space, nothing was changed"),
      ("renameat2", "error=EIO", 74, "writing failed: Input/output error; nothing was changed"),
      ("renameat2", "error=EROFS", 73, "writing there is not allowed; check the permissions"),
      ("renameat2", "error=ENOSPC", 74, "the disk is full; free some space, nothing was changed"),
    ] as [(String, String, Int32, String)])
  func `a failing call leaves the old file, or none, and no temporary`(
    _ calls: String, _ fault: String, _ code: Int32, _ reason: String
  ) throws {
    let before = try place.folder.snapshot()
    for name in ["out.jpg", "new.jpg"] {
      let outcome = try Tracer.command(command("-o", name), calls: calls, fault: fault).run()
      #expect(outcome.answer == .failed(code, "\(name): \(reason)"))
      #expect(try place.folder.snapshot() == before)
    }
  }

  @Test func `a library whose disk fails stays as it is`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "--library", "lib").exitCode == 0)
    let before = try place.folder.snapshot()
    for fault in ["error=EIO:when=1", "error=EIO:when=2"] {
      let outcome = try Tracer.command(command("--library", "lib"), calls: "fsync", fault: fault).run()
      #expect(outcome.exitCode == 74)
      #expect(outcome.errorLines == 1)
      #expect(try place.folder.snapshot() == before)
    }
  }

  /// Old and foreign file systems: names can't be exchanged, folders not synchronised, files not locked.
  @Test(arguments: [
    ("renameat2", "error=EINVAL:when=1"), ("renameat2", "error=EINVAL:when=2"), ("fsync", "error=EINVAL:when=2"),
    ("flock", "error=ENOLCK"), ("fchmod", "error=EPERM"),
  ])
  func `what a disk can't do is done without`(_ calls: String, _ fault: String) throws {
    let names = try place.folder.names()
    for name in ["out.jpg", "new.jpg"] {
      let outcome = try Tracer.command(command("-o", name), calls: calls, fault: fault).run()
      #expect(outcome.answer == .done("\(outcome.id)\n"), "\(calls) \(fault)")
      #expect(try place.identity(of: FilePath(name)) == outcome.id)
    }
    #expect(try place.folder.names() == (names + ["new.jpg"]).sorted())
  }

  @Test(arguments: [true, false])
  func `killed at any call there is the old file or the whole new one, and leftovers are swept`(
    _ replaces: Bool
  ) throws {
    let new = try command("-o", "reference.jpg").run().id
    var leftovers = 0
    for call in ["write", "flock", "fsync", "renameat2", "fchmod", "unlink"] {
      // Each of its calls in turn, until there are no more.
      for number in 1...20 {
        let name = replaces ? "out.jpg" : "\(call)-\(number).jpg"
        let outcome = try Tracer.command(command("-o", name), calls: call, fault: "signal=KILL:when=\(number)").run()
        let exists = try place.folder.names().contains(name)
        let id = exists ? try place.identity(of: FilePath(name)) : nil
        let moment: Comment = "killed at \(call) \(number)"
        #expect(id == new || id == (replaces ? old : nil), moment)
        leftovers += try place.folder.names().count { $0.hasPrefix(".collage-") }
        // The next run finds everything in order, and sweeps.
        #expect(try place.make("1.jpg", "2.jpg", "-o", "out.jpg").id == old, moment)
        #expect(!(try place.folder.names().contains { $0.hasPrefix(".collage-") }), moment)
        if outcome.exitCode == 0 {
          #expect(id == new)
          break
        }
        #expect(outcome.ending == .killed(signal: SIGKILL), moment)
        #expect(number < 20)
      }
    }
    #expect(leftovers > 0)
  }
}
