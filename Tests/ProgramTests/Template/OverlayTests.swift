import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `--overlay`.
@Suite(.waiting) struct OverlayTests {
  let place: Workplace

  init() throws {
    place = try .withTemplate()
    try place.folder.write(
      Picture.png(Picture.flat(.yellow, PixelSize(width: 40, height: 20))), to: "logo.png")
  }

  /// Where the overlay is on a canvas of 200x100 pixels.
  private func area(_ overlay: String, _ options: String...) throws -> PixelRect {
    let (area, error) = try placed(overlay, on: ["red.png", "green.png"], options)
    #expect(error == "")
    return area
  }

  /// The same with what is told of it.
  private func placed(
    _ overlay: String, on photos: [String], _ options: [String]
  ) throws -> (area: PixelRect, error: String) {
    let outcome = try place.run(
      ["make"] + photos + ["--canvas", "200x100", "--overlay", overlay, "-o", "out.png"] + options)
    #expect(outcome.exitCode == 0 && outcome.output == "\(outcome.id)\n", "\(outcome)")
    let picture = try place.picture("out.png")
    var places: [(x: Int, y: Int)] = []
    for y in 0..<100 {
      for x in 0..<200 where picture[x, y].difference(from: .yellow) < 8 { places.append((x, y)) }
    }
    let (left, right) = (places.map(\.x).min() ?? 0, places.map(\.x).max() ?? -1)
    let (top, bottom) = (places.map(\.y).min() ?? 0, places.map(\.y).max() ?? -1)
    #expect(places.count == (right - left + 1) * (bottom - top + 1))
    let area = PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    return (area, outcome.error)
  }

  @Test func `a logo whose place isn't given stays off faces, and that is told`() throws {
    let navy = Picture.jpeg(
      Picture.flat(Colour(red: 0, green: 0, blue: 128), PixelSize(width: 300, height: 300)))
    let below = Region(x: 0.1, y: 0.6, width: 0.85, height: 0.35)
    let everywhere = Region(x: 0.01, y: 0.01, width: 0.98, height: 0.98)
    try place.folder.write(navy, to: "plain.jpg")
    try place.folder.write(JPEGFile.declaring([below], in: navy), to: "below.jpg")
    try place.folder.write(JPEGFile.declaring([everywhere], in: navy), to: "face.jpg")
    let usual = PixelRect(x: 167, y: 82, width: 30, height: 15)
    #expect(try placed("logo.png", on: ["below.jpg", "plain.jpg"], []) == (usual, ""))
    let moved = try placed("logo.png,auto,15%", on: ["plain.jpg", "below.jpg"], [])
    #expect(moved.area == PixelRect(x: 3, y: 82, width: 30, height: 15))
    #expect(
      moved.error.hasSuffix(
        "the overlay is put bottom-left, because a face is in the usual corner; to have it there, "
          + "write its place, bottom-right\n"), "\(moved.error)")
    let raised = try placed("logo.png", on: ["below.jpg", "below.jpg"], [])
    #expect(raised.area == PixelRect(x: 167, y: 3, width: 30, height: 15))
    let given = try placed("logo.png,bottom-right", on: ["plain.jpg", "below.jpg"], [])
    #expect(given == (usual, ""))
    let covering = try placed("logo.png", on: ["face.jpg", "face.jpg"], ["--focus", "1=.5,.5"])
    #expect(
      covering.area == usual && covering.error.contains("the overlay covers a face"),
      "\(covering.error)")
  }

  @Test func `a logo that stays off faces is found again, and opened with its place`() throws {
    let navy = Picture.jpeg(
      Picture.flat(Colour(red: 0, green: 0, blue: 128), PixelSize(width: 300, height: 300)))
    let below = Region(x: 0.1, y: 0.6, width: 0.85, height: 0.35)
    try place.folder.write(navy, to: "plain.jpg")
    try place.folder.write(JPEGFile.declaring([below], in: navy), to: "below.jpg")
    let line = #"{"photos": ["plain.jpg", "below.jpg"], "overlay": "logo.png"}"#
    try place.folder.write(Array((line + "\n").utf8), to: "jobs.jsonl")
    let batch = ["batch", "jobs.jsonl", "--quiet"]
    #expect(try place.run(batch).output.contains(#""status":"saved""#))
    let again = try place.run(batch).output
    #expect(again.contains(#""status":"unchanged""#), "\(again)")
    let made = try place.run("make", "plain.jpg", "below.jpg", "--overlay", "logo.png").id
    #expect(
      try place.run("library", "show", made).output
        .contains("overlay     logo.png  bottom-left, 15%\n"))
    #expect(try place.run("library", "remake", made).id == made)
  }

  @Test func `a logo stands where it is put, at the margin's distance, in its shape`() throws {
    #expect(try area("logo.png") == PixelRect(x: 167, y: 82, width: 30, height: 15))
    #expect(
      try area("logo.png,top-left,20%", "--margin", "5")
        == PixelRect(x: 5, y: 5, width: 40, height: 20))
    #expect(
      try area("logo.png,centre,60", "--margin", "0")
        == PixelRect(x: 70, y: 35, width: 60, height: 30))
    #expect(
      try area("logo.png,top,100%", "--margin", "0")
        == PixelRect(x: 0, y: 0, width: 200, height: 100))
    #expect(try area("logo.png,cover") == PixelRect(x: 0, y: 0, width: 200, height: 100))
  }

  @Test func `an overlay lies over a template, too, and mixes with what is below`() throws {
    let veil = Raster(size: PixelSize(width: 12, height: 6)) { _, _ in .white }
    for y in 0..<6 { veil.withRow(y) { row in for x in 0..<12 { row[4 * x + 3] = 128 } } }
    try place.folder.write(
      PixelBands(veil, as: .png(.default), hasAlpha: true).encoded(), to: "veil.png")
    let outcome = try place.run(
      "make", "--template", "t.png", "--overlay", "veil.png,cover", "red.png", "green.png", "-o",
      "out.png")
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    let picture = try place.picture("out.png")
    #expect(picture[30, 30] == Colour(red: 255, green: 128, blue: 128))
    #expect(picture[0, 0].difference(from: Colour(red: 172, green: 157, blue: 142)) <= 1)
  }

  @Test(arguments: [
    "logo.png,nowhere", "logo.png,cover,20%", "logo.png,top-left,0%", "logo.png,15%",
    "logo.png,12.5%", "",
  ])
  func `what is no overlay is refused`(text: String) throws {
    let outcome = try place.run(
      "make", "red.png", "green.png", "--overlay", text, "-o", "out.png")
    #expect([64, 66].contains(outcome.exitCode) && outcome.output == "")
    #expect(try !place.folder.names().contains("out.png"))
  }

  @Test func `it is never replaced, and named when it isn't there`() throws {
    let before = try place.folder.read("logo.png")
    #expect(
      try place.run(
        "make", "red.png", "green.png", "--overlay", "logo.png", "-o", "logo.png", "--force"
      ).exitCode == 73)
    #expect(try place.folder.read("logo.png") == before)
    let outcome = try place.run(
      "make", "red.png", "green.png", "--overlay", "none.png", "-o", "o.png")
    #expect(outcome.exitCode == 66 && outcome.error.hasPrefix("collage: none.png: "))
  }
}
