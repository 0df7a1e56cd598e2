import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages that somebody has renamed in a file manager are still collages of the library.
@Suite(.waiting) struct RenamedCollageTests {
  let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace()
    id = try place.make("1.jpg", "2.jpg", "--library", "lib", "--album", "trip").id
  }

  private var original: FilePath { FilePath("lib/collage-\(id).jpg") }
  private let renamed = FilePath("lib/Grandma's day.jpg")

  private func rename() throws {
    try place.folder.write(place.folder.read(original), to: renamed)
    try place.folder.remove(original)
  }

  private func library(_ arguments: String...) throws -> Outcome {
    try place.run(["library"] + arguments + ["--library", "lib"])
  }

  @Test func `it is listed, found, searched and verified, with its name`() throws {
    try rename()
    try place.folder.write(Workplace.photos[0], to: "lib/photo.jpg")
    let size = try place.folder.read(renamed).count
    #expect(try library("list").answer == .done("\(id)\t\(size)\t\(renamed)\n"))
    #expect(try library("list", "grandma").output.hasPrefix(id))
    #expect(try library("list", "--album", "trip").output.hasPrefix(id))
    for word in [id, String(id.prefix(4))] {
      #expect(try library("path", word).answer == .done("\(renamed)\n"))
      #expect(try library("show", word).exitCode == 0)
    }
    #expect(
      try library("verify").answer
        == .done("intact\t\(renamed)\nforeign\tlib/photo.jpg\nalbum\tlib/trip\n"))
    var bytes = try place.folder.read(renamed)
    bytes[bytes.count / 2] ^= 1
    try place.folder.write(bytes, to: renamed)
    let verified = try library("verify")
    #expect(verified.exitCode == 65 && verified.output.hasPrefix("changed\t\(renamed)\n"))
  }

  @Test(arguments: ["png", "pdf"]) func `other formats are known, too`(_ format: String) throws {
    let make = ["make", "1.jpg", "2.jpg", "--canvas", "A6@20dpi", "--quiet", "--format", format]
    let id = try place.run(make + ["--library", "lib"]).id
    let name = FilePath("lib/collage-\(id).\(format)")
    try place.folder.write(place.folder.read(name), to: "lib/mine")
    try place.folder.remove(name)
    #expect(try library("path", id).answer == .done("lib/mine\n"))
    #expect(try library("verify", id).answer == .done("intact\tlib/mine\n"))
  }

  @Test func `it is removed, and restored under its name`() throws {
    try rename()
    let bytes = try place.folder.read(renamed)
    #expect(try library("remove", id).answer == .done("\(id)\n"))
    #expect(try place.folder.names(in: "lib") == ["trip"])
    #expect(try library("undo").answer == .done("\(id)\n"))
    #expect(try place.folder.read(renamed) == bytes)
    #expect(try library("list", "--album", "trip").output.hasPrefix(id))
  }

  @Test func `it is made again`() throws {
    try rename()
    #expect(try library("remake", id).answer == .done("\(id)\n"))
    #expect(try place.folder.names(in: "lib") == [renamed.lastComponent!.string, "trip"])
    let new = try library("remake", id, "--gap", "3px", "--replace").id
    #expect(try place.folder.names(in: "lib") == ["collage-\(new).jpg", "trip"])
    #expect(try library("undo").answer == .done("\(id)\n"))
    #expect(try library("path", id).answer == .done("\(renamed)\n"))
  }

  @Test func `a copy beside the original is listed as well, and the original is meant first`()
    throws
  {
    try place.folder.write(place.folder.read(original), to: renamed)
    let rows = try library("list").output.split(separator: "\n")
    #expect(rows.count == 2 && rows.allSatisfy { $0.hasPrefix(id) })
    #expect(try library("path", id).answer == .done("\(original)\n"))
    #expect(try library("path", String(id.prefix(4))).answer == .done("\(original)\n"))
    #expect(try library("verify").exitCode == 0)
  }

  @Test func `a sheet leaves out what can't be read, and names it`() throws {
    let other = try place.make("2.jpg", "1.jpg", "--library", "lib").id
    try place.folder.write([], to: original)
    let outcome = try library("list", "--sheet", "sheet.png")
    #expect(outcome.exitCode == 0 && outcome.errorLines == 1)
    #expect(outcome.error.hasPrefix("collage: \(original): "))
    #expect(outcome.error.hasSuffix("; it is not on the sheet\n"))
    #expect(try place.folder.names().contains("sheet.png"))
    try place.folder.write([], to: FilePath("lib/collage-\(other).jpg"))
    #expect(try library("list", "--sheet", "none.png").exitCode == 65)
  }
}
