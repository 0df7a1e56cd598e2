import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Files in a library that have grown far beyond any collage, with holes in them: nobody waits
/// until they are read.
@Suite(.waiting) struct OversizedFileTests {
  let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace()
    id = try place.make("1.jpg", "2.jpg", "--library", "lib").id
  }

  private var name: FilePath { FilePath("lib/collage-\(id).jpg") }

  /// A terabyte, most of which is a hole.
  private func grow() throws {
    let result = unsafe place.folder.path(of: name).withPlatformString {
      unsafe truncate($0, 1 << 40)
    }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  private func run(_ arguments: String...) throws -> Outcome {
    try BuiltProgram.command(arguments, in: place.folder).run()
  }

  private let changed =
    "collage: 1 changed since it was saved; keep the changes under another name, or move them to the trash with 'collage library remove', before making a collage again\n"

  @Test(arguments: [true, false])
  func `a collage that has grown, and a hole, are told, and can be removed`(
    _ isHole: Bool
  ) throws {
    if isHole { try place.folder.write([], to: name) }
    try grow()
    #expect(
      try run("library", "verify", "--library", "lib").answer
        == Answer(
          code: 65, output: (isHole ? "damaged" : "changed") + "\t\(name)\n",
          error: isHole ? "collage: 1 damaged; make them again from their photos\n" : changed))
    #expect(try run("library", "remove", id, "--library", "lib").answer == .done("\(id)\n"))
    #expect(try run("library", "undo", "--library", "lib").answer == .done("\(id)\n"))
    let made = try run(
      "make", "--layout", "grid", "--canvas", "40x20px", "1.jpg", "2.jpg", "--library", "lib",
      "--force")
    #expect(made.answer == .done("\(id)\n"))
    #expect(try run("library", "verify", "--library", "lib").answer == .done("intact\t\(name)\n"))
  }

  @Test func `what may be a user's is left alone`() throws {
    try place.folder.write(Workplace.photos[0], to: name)
    try grow()
    #expect(
      try run("library", "verify", "--library", "lib").answer
        == Answer(
          code: 65, output: "foreign\t\(name)\n",
          error:
            "collage: 1 named like a collage, but not made by collage; move them away, or make the collages with --force\n"
        ))
    #expect(try run("library", "remove", id, "--library", "lib").exitCode == 73)
  }

  @Test func `a batch makes it again where that is asked for`() throws {
    try place.folder.write(
      #"{"photos":["1.jpg","2.jpg"],"canvas":"40x20px","layout":"grid"}"#.utf8, to: "jobs.jsonl")
    #expect(try run("batch", "jobs.jsonl", "--library", "lib").exitCode == 0)
    try grow()
    #expect(try run("batch", "jobs.jsonl", "--library", "lib").exitCode == 1)
    #expect(try run("batch", "jobs.jsonl", "--library", "lib", "--force").exitCode == 0)
    #expect(try place.identity(of: name) == id)
  }

  @Test func `undo compares nothing of that size`() throws {
    _ = try run("library", "remove", id, "--library", "lib")
    for path in [name, FilePath(".local/share/Trash/files/collage-\(id).jpg")] {
      try place.folder.write([1], to: path)
      let result = unsafe place.folder.path(of: path).withPlatformString {
        unsafe truncate($0, 1 << 40)
      }
      #expect(result == 0)
    }
    #expect(try run("library", "undo", "--library", "lib").exitCode == 73)
  }
}
