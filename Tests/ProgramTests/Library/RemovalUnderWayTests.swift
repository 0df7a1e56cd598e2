import Glibc
import ProgramTestSupport
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

/// Removals and undoings that meet: a run sees what another one is doing as running, never as
/// finished or interrupted.
@Suite(.waiting, .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
struct RemovalUnderWayTests {
  let place: Workplace
  private let id: String
  private let other: String
  private let before: FolderSnapshot

  init() throws {
    place = try Workplace()
    id = try place.make("1.jpg", "2.jpg", "--library", "lib", "--album", "Trip").id
    other = try place.make("2.jpg", "1.jpg", "--library", "lib").id
    before = try place.folder.snapshot()
  }

  private func library(_ arguments: String...) -> ChildProcess {
    var command = BuiltProgram.command(
      ["library"] + arguments + ["--library", "lib"], in: place.folder)
    command.environment["XDG_DATA_HOME"] = place.folder.path(of: "data").string
    return command
  }

  private func names(_ folder: String) throws -> [String] {
    try place.folder.names(in: FilePath("data/Trash/\(folder)"))
  }

  /// The moment when a removal has taken the collage out of its albums, and not moved it yet.
  private static let move = SystemCall("renameat2", 1)

  @Test func `undo waits for the removal that is under way, and undoes it`() throws {
    let undo = Locked<RunningProcess?>(nil)
    let remove = try SystemCallTracer.run(library("remove", id), pausingAt: Self.move) {
      [command = library("undo")] in
      let running = try command.start()
      undo.withLock { $0 = running }
      _ = Timeouts.waitForSleep(of: running)
    }
    #expect(remove.terminationStatus == .exited(0) && remove.output == "\(id)\n")
    #expect(undo.withLock { $0 }?.wait().answer == .done("\(id)\n"))
    #expect(try names("files") == [] && names("info") == [])
    try place.folder.remove("data")
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `what waits in vain changes nothing and says so`() throws {
    let found = Locked<[(Answer, FolderSnapshot)]>([])
    let commands = [library("undo"), library("remove", other)]
    let remove = try SystemCallTracer.run(library("remove", id), pausingAt: Self.move) {
      [folder = place.folder] in
      for running in try commands.map({ try $0.start() }) {
        let answer = running.wait().answer
        try found.withLock { $0.append((answer, try folder.snapshot())) }
      }
    }
    #expect(remove.terminationStatus == .exited(0))
    let busy = Answer.failed(
      75, "lib: another run is removing or restoring collages; try again")
    for (answer, state) in found.withLock({ $0 }) {
      #expect(answer == busy)
      #expect(state.contents[FilePath("lib/collage-\(id).jpg")] != nil)
      #expect(state.contents[FilePath("lib/collage-\(other).jpg")] != nil)
      #expect(state.contents[FilePath("lib/Trip/collage-\(id).jpg")] == nil)
    }
    #expect(found.withLock { $0.count } == 2)
    #expect(try library("undo").run().answer == .done("\(id)\n"))
  }

  @Test func `a removal waits for an undoing, and is undone by the next`() throws {
    _ = try library("remove", id).run()
    let remove = Locked<RunningProcess?>(nil)
    // It is back, and not yet in its album.
    let undo = try SystemCallTracer.run(library("undo"), pausingAt: SystemCall("symlinkat", 1)) {
      [command = library("remove", id)] in
      let running = try command.start()
      remove.withLock { $0 = running }
      _ = Timeouts.waitForSleep(of: running)
    }
    #expect(undo.terminationStatus == .exited(0) && undo.output == "\(id)\n")
    #expect(remove.withLock { $0 }?.wait().answer == .done("\(id)\n"))
    #expect(try names("files").count == 1 && names("info").count == 1)
    #expect(try library("undo").run().answer == .done("\(id)\n"))
    try place.folder.remove("data")
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `where folders can't be locked, a note that another run took is written again`() throws
  {
    let remove = try SystemCallTracer.run(library("remove", id), pausingAt: Self.move) {
      [folder = place.folder] in
      for name in try folder.names(in: "data/Trash/info") {
        try folder.remove(FilePath("data/Trash/info/\(name)"))
      }
    }
    #expect(remove.terminationStatus == .exited(0))
    #expect(try library("undo").run().answer == .done("\(id)\n"))
    try place.folder.remove("data")
    #expect(try place.folder.snapshot() == before)
  }

  @Test(arguments: [Errno.notSupported, .noLocks])
  func `folders that can't be locked are no hindrance`(_ error: Errno)
    throws
  {
    let fault = InjectedFault(.error(error), at: SystemCall("flock", 1), lasting: true)
    for verb in [["remove", id], ["undo"]] {
      let command = BuiltProgram.command(
        ["library"] + verb + ["--library", "lib"], in: place.folder)
      let run = try SystemCallTracer.run(command, injecting: fault)
      #expect(
        run.terminationStatus == .exited(0) && run.output == "\(id)\n" && run.faultIndex != nil)
    }
    #expect(try place.folder.snapshot() == before)
  }

  @Test func `an album that is made and filled during a removal is left without a dangling link`()
    throws
  {
    let commands = [
      library("album", "create", "New"), library("album", "add", "New", id),
      library("album", "rename", "Trip", "Rome"),
    ]
    let answers = Locked<[Int32?]>([])
    let remove = try SystemCallTracer.run(library("remove", id), pausingAt: Self.move) {
      for command in commands {
        let code = try command.run().exitCode
        answers.withLock { $0.append(code) }
      }
    }
    #expect(answers.withLock { $0 } == [0, 0, 0])
    #expect(remove.terminationStatus == .exited(0))
    #expect(
      try library("verify").run().answer
        == .done("album\tlib/New\nalbum\tlib/Rome\nintact\tlib/collage-\(other).jpg\n"))
    #expect(try library("undo").run().answer == .done("\(id)\n"))
    #expect(try place.folder.names(in: "lib/Rome").contains("collage-\(id).jpg"))
  }
}
