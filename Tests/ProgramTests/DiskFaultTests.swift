import CLinux
import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Single system calls that fail, or during which the program is killed. Each writer makes its
/// calls on one thread, so they can be counted.
@Suite(.waiting, .enabled(if: Tracer.isPossible, "needs strace, and the right to trace"))
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

  /// Each with the state of the disk, and the resulting exit code.
  @Test(
    arguments: [
      ("fsync", "error=EIO:when=1", 74, "writing failed: Input/output error; nothing was changed"),
      ("fsync", "error=EIO:when=2", 74, "writing failed: Input/output error; nothing was changed"),
      (
        "fsync", "error=ENOSPC:when=1", 74, "the disk is full; free some space, nothing was changed"
      ),
      (
        "fsync", "error=EDQUOT:when=1", 74, "the disk is full; free some space, nothing was changed"
      ),
      ("renameat2", "error=EIO", 74, "writing failed: Input/output error; nothing was changed"),
      ("renameat2", "error=EROFS", 73, "can't be written to; check the permissions"),
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
      let outcome = try Tracer.command(command("--library", "lib"), calls: "fsync", fault: fault)
        .run()
      #expect(outcome.exitCode == 74)
      #expect(outcome.errorLines == 1)
      #expect(try place.folder.snapshot() == before)
    }
  }

  /// Old file systems, and those of other systems: names can't be exchanged, folders not
  /// synchronised, files not locked.
  @Test(arguments: [
    ("renameat2", "error=EINVAL:when=1"), ("renameat2", "error=EINVAL:when=2"),
    ("fsync", "error=EINVAL:when=2"),
    ("renameat2,link", "error=EINVAL"), ("renameat2,link", "error=ENOSYS"),
    ("flock", "error=ENOLCK"),
    ("flock", "error=EAGAIN"), ("fchmod", "error=EPERM"), ("fsetxattr", "error=EOPNOTSUPP"),
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

  @Test func `where names can't be exchanged the old file may be gone, and that is reported`()
    throws
  {
    // The first is the file's, the second the folder's.
    let script = """
      exec /usr/bin/strace -D -f -q -o /dev/null -e signal=none -e trace=renameat2,link,fsync \
        -e inject=renameat2,link:error=EINVAL -e inject=fsync:error=EIO:when=2 "$@"
      """
    let outcome = try place.shell(script, Workplace.make + ["2.jpg", "1.jpg", "-o", "out.jpg"])
    #expect(
      outcome.answer
        == .failed(
          74, "out.jpg: was written, but a crash could lose it: Input/output error; make it again"
        ))
    #expect(try place.identity(of: "out.jpg") != old)
    #expect(try place.folder.names() == ["1.jpg", "2.jpg", "out.jpg"])
  }

  @Test func `a replaced file's permissions are kept, never widened`() throws {
    for permissions in [
      FilePermissions(rawValue: 0o640), [.ownerReadWrite], FilePermissions(rawValue: 0o664),
    ] {
      try place.folder.setPermissions(permissions, of: "out.jpg")
      for fault in ["error=EPERM", "error=EIO:when=20"] {
        #expect(
          try Tracer.command(command("-o", "out.jpg"), calls: "fchmod", fault: fault).run().exitCode
            == 0)
        let now = try place.folder.path(of: "out.jpg").stat().permissions
        #expect(permissions.isSuperset(of: now))
        if fault != "error=EPERM" { #expect(now == permissions) }
        try place.folder.setPermissions(permissions, of: "out.jpg")
      }
    }
  }

  @Test func `a replaced file's extended attributes are kept`() throws {
    let path = place.folder.path(of: "out.jpg")
    let isSet = unsafe path.withPlatformString { unsafe setxattr($0, "user.rating", "5", 1, 0) }
    try #require(isSet == 0, "the disk has no extended attributes")
    #expect(try command("-o", "out.jpg").run().exitCode == 0)
    #expect(try place.identity(of: "out.jpg") != old)
    var value = [UInt8](repeating: 0, count: 8)
    let count = unsafe path.withPlatformString { unsafe getxattr($0, "user.rating", &value, 8) }
    #expect(value.prefix(max(count, 0)) == [UInt8(ascii: "5")])
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
        let outcome = try Tracer.command(
          command("-o", name), calls: call, fault: "signal=KILL:when=\(number)"
        ).run()
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
        #expect(outcome.terminationStatus == .killed(signal: SIGKILL), moment)
        #expect(number < 20)
      }
    }
    #expect(leftovers > 0)
  }
}
