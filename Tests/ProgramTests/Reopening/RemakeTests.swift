import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Saved collages that are made again.
@Suite(.waiting) struct RemakeTests {
  private let place: Workplace
  private let id: String

  init() throws {
    place = try Workplace(photos: 4)
    id = try place.run(
      "make", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--long-side", "96", "--gap", "2%", "--library",
      "lib"
    ).id
  }

  private func remake(_ arguments: String...) throws -> Outcome {
    try place.run(["library", "remake", "--library", "lib"] + arguments)
  }

  private func size(_ id: String, _ fileExtension: String = "jpg") throws -> PixelSize {
    try place.picture(FilePath("lib/collage-\(id).\(fileExtension)")).size
  }

  private func assets() throws -> [String] { try place.folder.names(in: "lib") }

  @Test func `a collage is made larger, of the same layout`() throws {
    let outcome = try remake(id, "--long-side", "288")
    #expect(outcome.exitCode == 0 && outcome.error.contains("enlarged 4."))
    let (old, new) = (try size(id), try size(outcome.id))
    #expect(
      max(new.width, new.height) == 288 && abs(new.width - 3 * old.width) <= 2
        && abs(new.height - 3 * old.height) <= 2)
    // The rest is as it was: made as small as before it is the old one.
    #expect(try remake(outcome.id, "--long-side", "96").id == id)
  }

  @Test func `a collage is made for paper, with another layout, and as a PNG`() throws {
    let paper = try remake(id, "--canvas", "A6@60dpi", "--quiet")
    #expect(try size(paper.id) == PixelSize(width: 248, height: 350))
    let third = try remake(id, "--layout", "3")
    #expect(third.id == (try remake(id, "--pick", "3").id) && ![id, ""].contains(third.id))
    #expect(try remake(third.id, "--layout", "mosaic").id == id)
    let png = try remake(id, "--format", "png")
    #expect(try size(png.id, "png") == size(id))
    #expect(try remake(png.id, "--format", "jpeg").id == id)
    let none = try remake(id, "--layout", "300")
    #expect(
      none.exitCode == 64
        && none.error.hasPrefix("collage: there is no layout 300; choose from 1 to "))
  }

  @Test func `made larger, a collage keeps its paper and its shape`() throws {
    let print = try place.run(
      "make", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--canvas", "10x15cm@50dpi", "--library", "lib")
    #expect(try size(print.id) == PixelSize(width: 197, height: 295))
    let larger = try remake(print.id, "--long-side", "590", "--quiet")
    #expect(try size(larger.id) == PixelSize(width: 394, height: 591))
    let shown = try place.run("library", "show", larger.id, "--library", "lib").output
    #expect(shown.contains("\nprint ") || shown.contains("394x591"), "\(shown)")
    let pixels = try remake(id, "--canvas", "90x60px", "--quiet")
    let other = try remake(pixels.id, "--long-side", "180", "--quiet")
    #expect(try size(other.id) == PixelSize(width: 180, height: 120))
  }

  @Test func `what was found for one canvas isn't asked of another`() throws {
    let faces = [
      (
        "a.jpg", PixelSize(width: 480, height: 240),
        [(0.02, 0.3, 0.16, 0.4), (0.8, 0.3, 0.16, 0.4)]
      ),
      (
        "b.jpg", PixelSize(width: 480, height: 320), [(0.05, 0.2, 0.2, 0.3), (0.75, 0.2, 0.2, 0.3)]
      ),
    ]
    for (name, size, areas) in faces {
      let regions = areas.map { Region(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
      try place.folder.write(
        JPEGFile.declaring(regions, in: Picture.sampleJPEG(1, size)), to: FilePath(name))
    }
    let make = ["make", "a.jpg", "b.jpg", "--quiet", "--library"]
    // Side by side faces would be cut.
    let wide = try place.run(make + ["lib", "--canvas", "400x200px"])
    let show = ["library", "show", wide.id, "--library", "lib"]
    #expect(try place.run(show + ["--json"]).output.contains(#""pick":"2""#))
    #expect(try !place.run(show).output.contains("pick"))
    let upright = try remake(wide.id, "--canvas", "200x400px", "--quiet")
    let fresh = try place.run(make + ["other", "--canvas", "200x400px"])
    #expect(upright.exitCode == 0 && upright.id == fresh.id, "\(upright)")
  }

  @Test func `what single photos were given is shown`() throws {
    let made = try place.run(
      "make", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--zoom", "2=1.5", "--keep-whole", "3", "--turn",
      "4=left", "--focus", "1=left", "--weight", "1=2", "--library", "lib", "--quiet")
    let shown = try place.run("library", "show", made.id, "--library", "lib").output
    for settings in ["focus 0.0,0.5, weight 2", "zoom 1.5", "keep-whole", "turn left"] {
      #expect(shown.contains("\n  with      \(settings)\n"), "\(settings): \(shown)")
    }
  }

  @Test func `a layout that was given is kept, and can be given`() throws {
    try place.folder.write(
      #"{"down":[{"across":[{"photo":4},{"photo":3}]},{"across":[{"photo":2},{"photo":1,"ratio":2}]}]}"#
        .utf8,
      to: "tree.json")
    let given = try remake(id, "--layout-file", "tree.json").id
    #expect(given != id)
    #expect(try remake(given).id == given)
    let manifest = try place.run("library", "manifest", given, "--library", "lib")
    let batch = try place.run(["batch", "--library", "again"], input: .text(manifest.output))
    #expect(try ResultLine.lines(batch.outputBytes).map(\.id) == [given])
  }

  @Test func `unchanged it is the same collage, which is not removed`() throws {
    let before = try place.folder.snapshot()
    #expect(try remake(id, "--replace").answer == .done("\(id)\n"))
    #expect(try place.folder.snapshot() == before)
    let row = try ResultLine.lines(try remake(id, "--replace", "--json").outputBytes)
    #expect(row.map(\.status) == ["unchanged"] && row[0].id == id && row[0].job == id)
  }

  @Test func `an old collage is removed only where that is asked for`() throws {
    let second = try remake(id, "--gap", "0").id
    #expect(try assets().count == 2)
    let third = try remake(second, "--margin", "3", "--replace").id
    #expect(try assets() == ["collage-\(id).jpg", "collage-\(third).jpg"].sorted())
  }

  @Test func `in albums the new collage takes the old one's place`() throws {
    #expect(try place.run("library", "album", "create", "trip", "--library", "lib").exitCode == 0)
    #expect(try place.run("library", "album", "add", "trip", id, "--library", "lib").exitCode == 0)
    let larger = try remake(id, "--long-side", "120", "--replace").id
    #expect(larger != id)
    #expect(
      try place.folder.names(in: "lib/trip").filter { !$0.hasPrefix(".") } == [
        "collage-\(larger).jpg"
      ])
    #expect(
      try place.run("library", "album", "show", "trip", "--library", "lib").output.contains(larger))
    #expect(try place.run("library", "verify", "--library", "lib").exitCode == 0)
  }

  @Test func `several are a batch, each with its row`() throws {
    let second = try place.make("1.jpg", "2.jpg", "--library", "lib").id
    let third = try place.make("3.jpg", "4.jpg", "--library", "lib").id
    try place.folder.remove("2.jpg")
    let missing =
      "2.jpg: no file with this photo's content was found; give its folder with --in"
    let outcome = try remake(third, second, third, "--background", "navy")
    #expect(outcome.exitCode == 1 && outcome.error == "collage: \(second): \(missing)\n")
    let made = outcome.output.split(separator: "\n").map(String.init)
    #expect(made.count == 1)

    let json = try remake(third, second, "--background", "navy", "--json")
    #expect(json.exitCode == 1 && json.error == "")
    let rows = try ResultLine.lines(json.outputBytes)
    #expect(rows.map(\.job) == [third, second] && rows.map(\.line) == [1, 2])
    #expect(rows.map(\.status) == ["saved", "failed"] && rows[0].id == made[0])
    #expect(rows[1].error == ResultLine.Failure(code: 66, messages: [missing]))
  }

  @Test func `what is wrong is reported with its code, and nothing has changed`() throws {
    try place.expectNothingChanges(
      by: ["library", "remake", id, "0000", "--library", "lib", "--gap", "1"],
      .failed(66, "0000: no such collage in lib; see 'collage library list'"))
    try place.expectNothingChanges(
      by: ["library", "remake", id, "--library", "lib", "--focus", "9=0,0"],
      .failed(64, "there is no photo 9 for --focus; choose a number from 1 to 4"))
    try place.expectNothingChanges(
      by: [
        "library", "remake", id, "--library", "lib", "--background", "transparent", "--format",
        "jpeg", "--replace",
      ],
      .failed(
        64,
        "a JPEG can't be transparent; use --format png, or choose an opaque background"
      )
    )
    try place.folder.remove("3.jpg")
    let missing =
      "3.jpg: no file with this photo's content was found; give its folder with --in"
    try place.expectNothingChanges(
      by: ["library", "remake", id, "--library", "lib", "--gap", "1", "--replace"],
      .failed(66, missing))
    try place.folder.makeFolder("in")
    try place.folder.write(Workplace.photos[2], to: "in/3.jpg")
    #expect(try remake(id, "--in", "in").id == id)
  }

  @Test
  func `an old collage that can't be moved to the trash is reported, and the new one is there`()
    throws
  {
    try place.folder.makeFolder(".local/share")
    try place.folder.write([], to: ".local/share/Trash")
    let outcome = try remake(id, "--gap", "0", "--replace")
    #expect(outcome.exitCode == 73)
    #expect(
      outcome.error.hasPrefix(
        "collage: \(outcome.id) is saved, but the old collage is still there: lib/collage-\(id).jpg: can't be moved to the trash: "
      ) && outcome.error.hasSuffix("; see 'collage library remove --help'\n"))
    #expect(try assets() == ["collage-\(id).jpg", "collage-\(outcome.id).jpg"].sorted())
  }

  @Test func `a file that only has a collage's name is not removed`() throws {
    let name = FilePath("lib/collage-\(String(repeating: "b", count: 32)).jpg")
    try place.folder.write(place.folder.read(FilePath("lib/collage-\(id).jpg")), to: name)
    // Its recipe says that it is ours, so it is.
    #expect(try remake("bbbb", "--gap", "1", "--replace").exitCode == 0)
    #expect(try !assets().contains(name.lastComponent!.string))
  }
}
