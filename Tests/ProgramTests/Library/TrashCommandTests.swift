import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Removing to the desktop's trash, and undoing it.
@Suite(.waiting) struct TrashCommandTests {
  let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace()
    id = try place.make("1.jpg", "2.jpg", "--library", "lib", "--album", "Trip").id
  }

  private var file: String { "collage-\(id).jpg" }

  private func library(_ arguments: String...) -> ChildProcess {
    BuiltProgram.command(["library"] + arguments + ["--library", "lib"], in: place.folder)
  }

  @Test func `remove moves to the trash, and undo brings it back into its albums`() throws {
    let before = try place.folder.snapshot()
    #expect(try library("remove", id).run().answer == .done("\(id)\n"))
    #expect(try place.folder.names(in: "lib") == ["Trip"])
    #expect(try place.folder.names(in: "lib/Trip") == [".collage-album.json"])
    #expect(try place.folder.names(in: ".local/share/Trash/files") == [file])
    let note = String(
      decoding: try place.folder.read(FilePath(".local/share/Trash/info/\(file).trashinfo")),
      as: UTF8.self)
    #expect(
      note.hasPrefix("[Trash Info]\nPath=\(place.folder.string)/lib/\(file)\nDeletionDate=20"))
    #expect(try library("verify").run().exitCode == 0)
    #expect(try library("undo").run().answer == .done("\(id)\n"))
    try place.folder.remove(".local")
    #expect(try place.folder.snapshot() == before)
    #expect(
      try library("undo").run().answer
        == .failed(66, "lib: none of its collages are in the trash; nothing was restored"))
  }

  @Test func `the trash is where XDG_DATA_HOME says`() throws {
    var remove = library("remove", id, "--json")
    remove.environment["XDG_DATA_HOME"] = place.folder.path(of: "data").string
    #expect(try Report.Asset(remove.run().output).id == id)
    #expect(try place.folder.names(in: "data/Trash/files") == [file])
    var undo = library("undo", "--json")
    undo.environment["XDG_DATA_HOME"] = place.folder.path(of: "data").string
    #expect(try Report.Asset(undo.run().output).id == id)
  }

  @Test func `--permanently leaves nothing in a trash`() throws {
    #expect(try library("remove", id, "--permanently").run().answer == .done("\(id)\n"))
    #expect(try !place.folder.names().contains(".local"))
    #expect(try library("undo").run().exitCode == 66)
  }

  @Test func `undo takes the whole last command back, and nothing else`() throws {
    let others = try [["2.jpg", "1.jpg"], ["1.jpg", "1.jpg"]].map { photos in
      try place.run(Workplace.make + photos + ["--library", "lib"]).id
    }
    _ = try library("remove", id).run()
    _ = try library("remove", others[0], others[1]).run()
    #expect(
      try Set(library("undo").run().output.split(separator: "\n").map(String.init)) == Set(others))
    #expect(try library("undo").run().output == "\(id)\n")
  }

  @Test func `undo brings back the collages that are named`() throws {
    let others = try [["2.jpg", "1.jpg"], ["1.jpg", "1.jpg"]].map { photos in
      try place.run(Workplace.make + photos + ["--library", "lib"]).id
    }
    _ = try library("remove", id).run()
    _ = try library("remove", others[0], others[1]).run()
    let short = String(id.prefix(8))
    #expect(try library("undo", short, short).run().answer == .done("\(id)\n"))
    #expect(try place.folder.names(in: "lib/Trip").contains(file))
    let again = notInTrash(short)
    try place.expectNothingChanges(by: ["library", "undo", short, "--library", "lib"], again)
    // Nothing comes back where one of several isn't there.
    try place.expectNothingChanges(
      by: ["library", "undo", others[0], short, "--library", "lib"], again)
    #expect(try library("undo", others[1]).run().output == "\(others[1])\n")
    #expect(try library("undo").run().output == "\(others[0])\n")
    #expect(try library("undo", short, "--without-note").run().exitCode == 64)
  }

  private func notInTrash(_ id: String) -> Answer {
    .failed(
      66,
      "\(id): no such collage of lib is in the trash; without an id, 'collage library undo' "
        + "restores what was removed last")
  }

  @Test func `undo never replaces what is there now`() throws {
    _ = try library("remove", id).run()
    try place.folder.write([1], to: FilePath("lib/\(file)"))
    try place.expectNothingChanges(
      by: ["library", "undo", "--library", "lib"],
      .failed(
        73,
        "lib/\(file): something else is there now; move it away to restore the collage from the trash"
      ))
  }

  @Test
  func `a collage without a note is counted, and brought back into the library that is named`()
    throws
  {
    _ = try library("remove", id).run()
    try place.folder.remove(FilePath(".local/share/Trash/info/\(file).trashinfo"))
    let nothing = "lib: none of its collages are in the trash; nothing was restored"
    #expect(
      try library("undo").run().answer
        == .failed(
          66, "\(nothing); collages there without a note: 1, use --without-note to restore them"
        ))
    #expect(try library("undo", "--without-note").run().answer == .done("\(id)\n"))
    #expect(try library("verify").run().answer == .done("album\tlib/Trip\nintact\tlib/\(file)\n"))
    #expect(try library("undo", "--without-note").run().answer == .failed(66, nothing))
  }

  @Test(.enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
  func `what is back without its album is reported, and the next undo goes on`() throws {
    let before = try place.folder.snapshot()
    _ = try library("remove", id).run()
    let fault = InjectedFault(.error(.ioError), at: SystemCall("symlinkat", 1))
    let run = try SystemCallTracer.run(library("undo"), injecting: fault)
    #expect(run.terminationStatus == .exited(74))
    #expect(run.output == "\(id)\n")
    #expect(
      run.error
        == "collage: lib/\(file): was restored, but not to all its albums: lib/Trip/\(file): can't be changed: "
        + "Input/output error; check the permissions and the disk; run 'collage library undo' again\n"
    )
    #expect(try library("undo").run().answer == .done("\(id)\n"))
    #expect(try place.folder.snapshot() == before)
    #expect(try place.folder.names(in: ".local/share/Trash/info") == [])
  }

  @Test(.enabled(if: SystemCallTracer.isPossible, "\(SystemCallTracer.reason)"))
  func `a note that can't be removed is no removal`() throws {
    _ = try library("remove", id).run()
    let fault = InjectedFault(.error(.ioError), at: SystemCall("unlink", 1), lasting: true)
    for number in 0..<2 {
      let run = try SystemCallTracer.run(library("undo"), injecting: fault)
      #expect(run.terminationStatus == .exited(number == 0 ? 0 : 66))
      #expect(run.output == (number == 0 ? "\(id)\n" : ""))
    }
    #expect(try place.folder.names(in: ".local/share/Trash/info").count == 1)
    #expect(try library("undo").run().exitCode == 66)
    #expect(try place.folder.names(in: ".local/share/Trash/info") == [])
  }

  @Test func `without a trash nothing is removed, and --permanently is named`() throws {
    try place.folder.remove(".local")
    try place.folder.write([1], to: ".local")
    let reason = "\(place.folder.string)/.local/share/Trash: Not a directory"
    try place.expectNothingChanges(
      by: ["library", "remove", id, "--library", "lib"],
      .failed(
        73, "lib/\(file): can't be moved to the trash: \(reason); use --permanently to delete it"))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
  func `on another file system the trash is at its top`() throws {
    let disk = try SmallDisk(bytes: 1 << 20, at: "disk", in: place.folder)
    let id = try place.make("1.jpg", "2.jpg", "--library", "disk/lib").id
    let own = ".Trash-\(getuid())"
    func remove() throws -> Outcome {
      try place.run("library", "remove", id, "--library", "disk/lib")
    }
    func undo() throws -> Outcome { try place.run("library", "undo", "--library", "disk/lib") }
    #expect(try remove().exitCode == 0)
    let info = FilePath("disk/\(own)/info/collage-\(id).jpg.trashinfo")
    #expect(
      String(decoding: try place.folder.read(info), as: UTF8.self).contains(
        "\nPath=lib/collage-\(id).jpg\n"))
    #expect(try undo().output == "\(id)\n")
    // A link is not the user's folder.
    try place.folder.remove(FilePath("disk/\(own)"))
    try place.folder.makeFolder("elsewhere")
    try place.folder.makeSymbolicLink(FilePath("disk/\(own)"), to: "../elsewhere")
    let refused = try remove()
    #expect(
      refused.exitCode == 73
        && refused.error.contains("is a folder you don't own; use --permanently"))
    #expect(try place.folder.names(in: "elsewhere") == [])
    // A shared one counts if it has the sticky bit.
    try place.folder.makeFolder("disk/.Trash")
    #expect(try remove().exitCode == 73)
    try place.folder.setPermissions(FilePermissions(rawValue: 0o1777), of: "disk/.Trash")
    #expect(try remove().exitCode == 0)
    #expect(
      try place.folder.names(in: FilePath("disk/.Trash/\(getuid())/files")) == ["collage-\(id).jpg"]
    )
    _ = disk
  }

  @Test func `undo brings back what was removed last, even if the clock was set back in between`()
    throws
  {
    let other = try place.make("2.jpg", "1.jpg", "--library", "lib").id
    #expect(try library("remove", other).run().exitCode == 0)
    // As if that had been in the year 2255.
    let info = FilePath(".local/share/Trash/info/collage-\(other).jpg.trashinfo")
    let note = String(decoding: try place.folder.read(info), as: UTF8.self)
    let later = note.replacing(/Removal=[0-9]+/, with: "Removal=09000000000000000000")
    #expect(later != note)
    try place.folder.write(Array(later.utf8), to: info)
    #expect(try library("remove", id).run().exitCode == 0)
    #expect(try library("undo").run().output == "\(id)\n")
    #expect(try library("undo").run().output == "\(other)\n")
  }

  @Test func `a folder that is only called like a trash is somebody's`() throws {
    for name in [".Trash", ".Trash-1000"] {
      try place.folder.makeFolder(FilePath("lib/\(name)"))
      #expect(try library("verify").run().output.contains("foreign\tlib/\(name)\n"))
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs the right to mount"))
  func `a trash in a library at the top of a file system is not foreign`() throws {
    let disk = try SmallDisk(bytes: 1 << 20, at: "disk", in: place.folder)
    let id = try place.make("1.jpg", "2.jpg", "--library", "disk").id
    #expect(try place.run("library", "remove", id, "--library", "disk").exitCode == 0)
    #expect(try place.run("library", "verify", "--library", "disk").output == "")
    #expect(try place.run("library", "undo", "--library", "disk").output == "\(id)\n")
    _ = disk
  }
}
