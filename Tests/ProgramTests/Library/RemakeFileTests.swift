import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage library remake` on a collage that isn't in the library.
@Suite(.waiting) struct RemakeFileTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 2) }

  @Test func `a file is made again into the library, and stays`() throws {
    let made = try place.make("1.jpg", "2.jpg", "-o", "party.png")
    #expect(made.exitCode == 0, "\(made)")
    let before = try place.folder.read("party.png")
    let remake = ["library", "remake", "--library", "lib", "--in", "."]
    let same = try place.run(remake + ["party.png"])
    #expect(same.answer == .done("\(made.id)\n"))
    let wide = try place.run(remake + ["party.png", "--gap", "9%", "--format", "png"])
    #expect(wide.exitCode == 0 && wide.id != made.id, "\(wide)")
    #expect(try place.folder.read("party.png") == before)
    let several = try place.run(remake + ["./party.png", made.id, "--json"])
    #expect(several.exitCode == 0, "\(several)")
    #expect(several.output.contains("party.png"))
  }

  @Test func `what is no collage is told, and a file is never moved to the trash`() throws {
    #expect(try place.make("1.jpg", "2.jpg", "-o", "party.png").exitCode == 0)
    try place.expectNothingChanges(
      by: ["library", "remake", "party.png", "--replace"],
      .failed(
        64,
        "--replace moves collages of the library to the trash; leave it out for other files; "
          + "see 'collage library remake --help'"))
    let photo = try place.run("library", "remake", "./1.jpg")
    #expect(photo.exitCode == 65 && photo.output == "", "\(photo)")
    let missing = try place.run("library", "remake", "none.jpg")
    #expect(missing.exitCode == 66, "\(missing)")
  }
}
