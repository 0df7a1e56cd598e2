import CollageKit
import Glibc
import ProgramTestSupport
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

/// Changes of albums that are killed, or fail, at any system call: the old state or the new one,
/// and nothing is lost.
///
/// `COLLAGE_FAULTS=all` tries every call with each of its possible errors, and a kill before and
/// after each, which takes some minutes; the name of a call in place of `all` does the same with
/// that call alone.
@Suite(.waiting, .enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
struct AlbumFaultTests {
  /// Calls that change names.
  private static let changes: Set = [
    "mkdirat", "openat_create", "renameat2", "symlinkat", "unlink", "unlinkat", "rmdir",
  ]
  private static let wanted = unsafe getenv("COLLAGE_FAULTS").map { unsafe String(cString: $0) }

  @Test(arguments: AlbumJob.allCases)
  func `a kill around any change on the disk leaves the old or the new`(_ job: AlbumJob) throws {
    let bench = try AlbumBench(job)
    let calls = bench.calls.filter { Self.changes.contains($0.name) }
    try #require(!calls.isEmpty)
    // Nothing happens between one and the next.
    #expect(try bench.inject(InjectedFault(.killBefore, at: calls[0])))
    for call in calls {
      #expect(try bench.inject(InjectedFault(.killAfter, at: call)), "\(call) was not made")
    }
  }

  @Test(arguments: AlbumJob.allCases.filter { ![.makeInto, .makeNew].contains($0) })
  func `a change that fails is reported, and leaves the old or the new`(_ job: AlbumJob) throws {
    let bench = try AlbumBench(job)
    let names = Set(bench.calls.map(\.name)).intersection(Self.changes.union(["fsync"]))
    try #require(!names.isEmpty)
    for call in names.sorted().compactMap({ name in bench.calls.last { $0.name == name } }) {
      let errors = PossibleErrors.of(call.name) ?? []
      let fault = InjectedFault(.error(errors[call.ordinal % errors.count]), at: call)
      #expect(try bench.inject(fault), "\(call) was not made")
    }
  }

  @Test(.enabled(if: wanted != nil, "COLLAGE_FAULTS=all runs it"), arguments: AlbumJob.allCases)
  func `every call with every error, and killed at each`(_ job: AlbumJob) throws {
    let bench = try AlbumBench(job)
    var faults = 0
    for call in bench.calls where ["all", call.name].contains(Self.wanted) {
      // For the C library a folder that is read and removed meanwhile ends; no other gives this
      // error.
      let possible = (PossibleErrors.of(call.name) ?? [])
        .filter { call.name != "getdents64" || $0 != .noSuchFileOrDirectory }
      let errors = possible.map { InjectedFault.Kind.error($0) }
      for kind in errors + [.killBefore, .killAfter] {
        if try bench.inject(InjectedFault(kind, at: call)) { faults += 1 }
      }
    }
    #expect(faults > 0)
  }
}

/// A job's folder, its contents before and after an undisturbed run, and runs with a fault.
private struct AlbumBench {
  let job: AlbumJob
  /// The calls that an undisturbed run makes.
  let calls: [SystemCall]

  private let place: Workplace
  private var library: PhotoLibrary { PhotoLibrary(folder: place.folder.path(of: "lib")) }
  private let command: ChildProcess
  private let before: FolderSnapshot
  private let after: [FilePath: FileContent]

  init(_ job: AlbumJob) throws {
    self.job = job
    place = try Workplace()
    let command = AlbumJob.command(try job.prepare(place), place)
    self.command = command
    before = try place.folder.snapshot()
    let whole = try SystemCallTracer.run(command)
    try #require(whole.terminationStatus == .exited(0), "\(whole.error)")
    calls = whole.calls.map(\.call)
    after = try place.folder.snapshot().comparable
    try #require(after != before.comparable)
  }

  /// Runs the job with the fault, and checks what it leaves and what can be done afterwards.
  ///
  /// - Returns: whether the job came to the call; if not, nothing is checked.
  func inject(_ fault: InjectedFault) throws -> Bool {
    try place.folder.restore(before)
    let run = try SystemCallTracer.run(command, injecting: fault)
    guard run.faultIndex != nil else { return false }
    let found = try place.folder.snapshot()
    #expect(isOldOrNew(found.comparable), "\(job) \(fault): \(run.error) \(found)")
    // If an album is reported as missing, or as a link, it counts as deleted: the collage comes
    // back without it.
    let isGone = [Errno.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels]
      .contains { fault.kind == .error($0) }
    let isWithoutAlbum =
      job == .undo && isGone && run.error.contains("some of its albums no longer exist")
    let whole = isWithoutAlbum ? after.filter { !$0.value.isLink } : after
    if case .exited(let code) = run.terminationStatus {
      if code == 0 { #expect(found.comparable == whole, "\(job) \(fault): \(run.error)") }
      if code != 0 {
        // What is said to be a link is no album's id.
        let isLink = fault.kind == .error(.tooManySymbolicLinkLevels)
        #expect(
          ([66, 73, 74].contains(code) || isLink && code == 65) && run.error.hasPrefix("collage: "),
          "\(job) \(fault): \(code) \(run.error)")
      }
    }
    try expectVerified(fault)
    if run.terminationStatus == .killed(signal: SIGKILL) { try expectPutRight(fault) }
    // When the collage was removed, an album was reported as missing, or a link as something else.
    // The step that later removes dangling links can't know that the collage was in that album.
    let isUnseen = job == .trash && (isGone || fault.kind == .error(.invalidArgument))
    let unseen = isUnseen ? [before.comparable.filter { !$0.value.isLink }] : []
    if [.trash, .undo].contains(job) {
      try expectUndone(fault, [job == .trash ? before.comparable : whole] + unseen)
    }
    return true
  }

  /// Whatever has happened, `undo` brings all of it back, and leaves nothing of it in the trash.
  private func expectUndone(_ fault: InjectedFault, _ wanted: [[FilePath: FileContent]]) throws {
    let undo = AlbumJob.command(["library", "undo", "--library", "lib"], place)
    let codes = try (0..<3).map { _ in try undo.run().exitCode }
    #expect(codes.last == 66, "\(job) \(fault): \(codes)")
    let state = try place.folder.snapshot().comparable
    #expect(wanted.contains(state), "\(job) \(fault): not undone")
    #expect(try namesInTrash("files") == [], "\(job) \(fault)")
    // A note that wasn't written yet is empty, so it doesn't even show whose it is.
    let notes = try namesInTrash("info")
      .filter { try !place.folder.read(FilePath("data/Trash/info/\($0)")).isEmpty }
    #expect(notes == [], "\(job) \(fault)")
  }

  /// None before the trash is made.
  private func namesInTrash(_ kind: String) throws -> [String] {
    do {
      return try place.folder.names(in: FilePath("data/Trash/\(kind)"))
    } catch Errno.noSuchFileOrDirectory {
      return []
    }
  }

  private func expectVerified(_ fault: InjectedFault) throws {
    let findings = Locked<[Finding]>([])
    try library.verification { finding, _ in
      findings.withLock { $0.append(finding) }
      return true
    }.wait().get()
    let wrong = findings.withLock { $0.filter { ![.intact, .album, .leftover].contains($0.kind) } }
    #expect(wrong == [], "\(job) \(fault)")
  }

  private func isOldOrNew(_ found: [FilePath: FileContent]) -> Bool {
    let old = before.comparable
    if found == old || found == after { return true }
    guard job.hasSteps else { return false }
    // A collage is always in at least one place; only a link may be missing for a while.
    let collages = { (state: [FilePath: FileContent]) in
      Set(
        state.filter { if case .file = $0.value { true } else { false } }.keys.compactMap {
          $0.lastComponent?.string
        })
    }
    let names = Set(found.keys).union(old.keys).union(after.keys)
    return names.allSatisfy { [old[$0], after[$0]].contains(found[$0]) }
      && collages(found).isSuperset(of: collages(old))
  }

  /// The same command, given again, does what is left to do; leftovers are swept by the next that
  /// makes something.
  private func expectPutRight(_ fault: InjectedFault) throws {
    _ = try command.run()
    #expect(
      try place.folder.snapshot().comparable == after, "\(job) \(fault): not done by the next run")
    _ = try library.createAlbum(AlbumName(Array("Sweeping".utf8))).wait().get()
    try place.folder.remove("lib/Sweeping")
    let leftovers = try place.folder.names(in: "lib").filter { $0.hasSuffix(".tmp") }
    #expect(leftovers == [], "\(job) \(fault): not swept")
  }
}
