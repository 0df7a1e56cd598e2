import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Albums on file systems without symbolic links, such as exFAT, and libraries that are moved from
/// or to one.
@Suite(.waiting, .enabled(if: Tracer.isPossible, "\(Tracer.reason)")) struct AlbumWithoutLinksTests
{
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Runs the program where links can't be made.
  private func run(_ arguments: [String], error: String = "EPERM") throws -> Outcome {
    let command = BuiltProgram.command(arguments + ["--library", "lib"], in: place.folder)
    return try Tracer.command(command, calls: "symlinkat,symlink", fault: "error=\(error)").run()
  }

  private func save(_ photos: String..., album: String = "Trip", error: String = "EPERM") throws
    -> String
  {
    let made = try run(Workplace.make + photos + ["--album", album], error: error)
    #expect(made.exitCode == 0 && made.error == "", "\(made)")
    return made.id
  }

  private func linked(_ arguments: String...) throws -> Outcome {
    try place.run(arguments + ["--library", "lib"])
  }

  private var file: String {
    get throws {
      try String(decoding: place.folder.read("lib/Trip/.collage-album.json"), as: UTF8.self)
    }
  }

  @Test(arguments: ["EPERM", "EOPNOTSUPP", "ENOSYS", "EINVAL"])
  func `an album without links lists its collages in its file, and every command knows them`(
    error: String
  ) throws {
    let first = try save("1.jpg", "2.jpg", error: error)
    let second = try save("2.jpg", "1.jpg", error: error)
    let ids = [first, second].sorted()
    #expect(try place.folder.names(in: "lib/Trip") == [".collage-album.json"])
    #expect(try file.contains(#""collages":["collage-\#(ids[0]).jpg","collage-\#(ids[1]).jpg"]"#))
    #expect(try linked("library", "album", "list").output.hasSuffix("\t2\tTrip\n"))
    #expect(try linked("library", "album", "show", "Trip").output.contains("collages    2\n"))
    #expect(
      try linked("library", "list", "--album", "Trip").output.split(separator: "\n").count == 2)
    #expect(try linked("library", "verify").exitCode == 0)
    // The same again changes nothing.
    let before = try place.folder.snapshot()
    #expect(
      try run(["library", "album", "add", "Trip", first], error: error).output == "\(first)\n")
    #expect(try place.folder.snapshot() == before)
    #expect(try run(["library", "album", "rename", "Trip", "Rome"], error: error).exitCode == 0)
    #expect(try save("1.jpg", "1.jpg", album: "Rome", error: error) != first)
    #expect(
      try run(["library", "album", "take", "Rome", first], error: error).output == "\(first)\n")
    #expect(try linked("library", "album", "list").output.hasSuffix("\t2\tRome\n"))
    #expect(try run(["library", "album", "remove", "Rome"], error: error).exitCode == 0)
    #expect(try linked("library", "verify").exitCode == 0)
    #expect(try place.folder.names(in: "lib").count == 3)
  }

  @Test func `a collage that is removed leaves the list, and comes back into it`() throws {
    let id = try save("1.jpg", "2.jpg")
    let before = try place.folder.snapshot()
    var command = AlbumJob.command(["library", "remove", id, "--library", "lib"], place)
    #expect(try command.run().exitCode == 0)
    #expect(try !file.contains("collages"))
    command = AlbumJob.command(["library", "undo", "--library", "lib"], place)
    #expect(
      try Tracer.command(command, calls: "symlinkat", fault: "error=EPERM").run().exitCode == 0)
    #expect(try place.folder.snapshot().comparable == before.comparable)
    // One that is gone otherwise is reported, and can be taken out.
    try place.folder.remove(FilePath("lib/collage-\(id).jpg"))
    let verified = try linked("library", "verify")
    #expect(verified.output.contains("dangling") && verified.exitCode == 66)
    #expect(try linked("library", "album", "take", "Trip", id).exitCode == 0)
    #expect(try linked("library", "verify").exitCode == 0)
  }

  @Test func `where links can be made they take the list's place, and nothing is lost on the way`()
    throws
  {
    let listed = try save("1.jpg", "2.jpg")
    let linked = try place.run(
      Workplace.make + ["2.jpg", "1.jpg", "--library", "lib", "--album", "Trip"]
    ).id
    let names = [listed, linked].sorted().map { "collage-\($0).jpg" }
    #expect(try place.folder.names(in: "lib/Trip") == [".collage-album.json"] + names)
    #expect(try !file.contains("collages"))
    // And the other way round.
    let third = try save("1.jpg", "1.jpg")
    #expect(try place.folder.names(in: "lib/Trip") == [".collage-album.json"] + names)
    #expect(try file.contains(#""collages":["collage-\#(third).jpg"]"#))
    #expect(try self.linked("library", "album", "list").output.hasSuffix("\t3\tTrip\n"))
    #expect(try self.linked("library", "verify").exitCode == 0)
  }

  @Test func `many programs add to one list at once, and none loses another's`() throws {
    _ = try save("1.jpg", "2.jpg")
    let ids = try (1...6).map { number in
      try place.run(Workplace.make + ["1.jpg", "2.jpg", "--gap", "\(number)", "--library", "lib"])
        .id
    }
    let running = try ids.map { id in
      let command = BuiltProgram.command(
        ["library", "album", "add", "Trip", id, "--library", "lib"], in: place.folder)
      return try Tracer.command(command, calls: "symlinkat", fault: "error=EPERM").start()
    }
    for program in running { #expect(program.wait().exitCode == 0) }
    #expect(try linked("library", "album", "list").output.hasSuffix("\t7\tTrip\n"))
    #expect(try linked("library", "verify").exitCode == 0)
  }

  @Test func `something of the user's with a collage's name is kept, and not listed`() throws {
    let id = try save("1.jpg", "2.jpg")
    #expect(try run(["library", "album", "take", "Trip", id]).exitCode == 0)
    try place.folder.write([1], to: FilePath("lib/Trip/collage-\(id).jpg"))
    let before = try place.folder.snapshot()
    #expect(try run(["library", "album", "add", "Trip", id]).exitCode == 73)
    #expect(try place.folder.snapshot() == before)
  }

  @Test(.enabled(if: ExFATDisk.isPossible, "\(ExFATDisk.reason)"))
  func `a library on exFAT has albums, removes and undoes`() throws {
    let disk = try ExFATDisk(at: "disk", in: place.folder)
    func run(_ arguments: String...) throws -> Outcome {
      try place.run(arguments + ["--library", "disk/lib"])
    }
    let id = try run("make", "1.jpg", "2.jpg", "--album", "Trip").id
    for _ in 1...2 {
      #expect(try run("library", "album", "list").output.hasSuffix("\t1\tTrip\n"))
      #expect(try run("library", "verify").exitCode == 0)
      #expect(try run("library", "remove", id).exitCode == 0)
      #expect(try run("library", "album", "list").output.hasSuffix("\t0\tTrip\n"))
      #expect(try run("library", "undo").output == "\(id)\n")
    }
    #expect(try run("library", "album", "rename", "Trip", "Rome").exitCode == 0)
    #expect(try run("library", "album", "remove", "Rome").exitCode == 0)
    #expect(try place.folder.names(in: "disk/lib") == ["collage-\(id).jpg"])
    _ = disk
  }
}
