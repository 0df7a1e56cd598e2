import FoundationEssentials
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage template show` and `collage template new`.
@Suite(.waiting) struct TemplateCommandTests {
  let place: Workplace

  init() throws { place = try .withTemplate() }

  @Test func `openings are listed, as text and as JSON`() throws {
    #expect(
      try place.run("template", "show", "t.png").answer
        == .done("t.png: 120x60, 2 openings\n1  40x40 at 10,10\n2  40x40 at 70,10\n"))
    #expect(
      try place.run("template", "show", "t.png", "--json").answer
        == .done(
          #"{"height":60,"openings":[{"height":40,"number":1,"turn":0,"width":40,"x":10,"y":10},"#
            + #"{"height":40,"number":2,"turn":0,"width":40,"x":70,"y":10}],"path":"t.png","width":120}"#
            + "\n"))
  }

  @Test func `openings that stand in columns are numbered so`() throws {
    let template = DrawnTemplate(
      120, 90,
      [
        PixelRect(x: 10, y: 10, width: 40, height: 70),
        PixelRect(x: 70, y: 10, width: 40, height: 30),
        PixelRect(x: 70, y: 50, width: 40, height: 30),
      ])
    try place.folder.write(template.png(), to: "tall.png")
    #expect(
      try place.run("template", "show", "tall.png").output.split(separator: "\n").dropFirst() == [
        "1  40x70 at 10,10", "2  40x30 at 70,10", "3  40x30 at 70,50",
      ])
  }

  @Test func `looking for openings counts in the memory`() throws {
    let raster = Raster(size: PixelSize(width: 1000, height: 1000), filledWith: .black)
    for y in 0..<1000 {
      raster.withRow(y) { row in
        let wall = y % 3 < 2 ? 0..<0 : y % 6 < 3 ? 2..<1000 : 0..<998
        for x in 0..<1000 where !wall.contains(x) { row[4 * x + 3] = 0 }
      }
    }
    let pixels = PixelBands(raster, as: .png(.default), hasAlpha: true)
    try place.folder.write(pixels.encoded(), to: "winding.png")
    let refused = try place.run("template", "show", "winding.png", "--memory", "6M")
    #expect(refused.exitCode == 65 && refused.error.contains("--memory"), "\(refused)")
    #expect(try place.run("template", "show", "winding.png", "--memory", "20M").exitCode == 0)
  }

  @Test func `a new template has the resolution of its paper`() throws {
    let new = ["template", "new", "grid-2x1", "--canvas", "6x4cm@127dpi", "-o", "new.png"]
    #expect(try place.run(new).answer == .done(""))
    #expect(try place.picture("new.png").size == PixelSize(width: 300, height: 200))
    let make = ["make", "--template", "new.png", "red.png", "green.png"]
    #expect(try place.run(make + ["-o", "out.jpg"]).exitCode == 0)
    #expect(try Array(place.folder.read("out.jpg")[13..<18]) == [1, 0, 127, 0, 127])
    #expect(try place.run(make + ["--sheet", "A6", "-o", "sheet.png"]).exitCode == 0)
    #expect(try place.picture("sheet.png").size == PixelSize(width: 525, height: 740))
    // Another canvas is taken as it is.
    #expect(try place.run(make + ["--canvas", "3:2", "-o", "plain.jpg"]).exitCode == 0)
    #expect(try place.folder.read("plain.jpg")[13] == 0)
  }

  @Test(arguments: ["template", "overlay"]) func `a folder is no picture`(role: String) throws {
    try place.folder.makeFolder("folder")
    try place.folder.write(place.folder.read("red.png"), to: "folder/a.png")
    try place.expectNothingChanges(
      by: ["make", "red.png", "green.png", "--\(role)", "folder", "-o", "out.png"],
      .failed(64, "folder: this is a folder; the \(role) is one picture, so name its file"))
  }

  @Test func `a turned opening is told by its own sides`() throws {
    let path = Fixtures.path(of: "templates").appending("turned.png").string
    let lines = try place.run("template", "show", path).output.split(separator: "\n")
    #expect(
      lines.dropFirst() == [
        "1  120x100 at 24,50, turned by 5.0 degrees",
        "2  110x90 at 180,60, turned by -12.0 degrees",
        "3  110x78 at 330,70, turned by 44.0 degrees",
      ])
  }

  @Test func `openings are drawn with their numbers`() throws {
    let outcome = try place.run("template", "show", "t.png", "-o", "numbered.png")
    #expect(outcome.exitCode == 0 && outcome.error == "")
    let picture = try place.picture("numbered.png")
    #expect(picture.size == PixelSize(width: 120, height: 60))
    #expect(picture[0, 0] == DrawnTemplate.colour && picture[12, 12] != picture[72, 12])
    // Neither the template nor what others made is replaced.
    #expect(try place.run("template", "show", "t.png", "-o", "t.png", "--force").exitCode == 73)
    #expect(try place.run("template", "show", "t.png", "-o", "red.png").exitCode == 73)
  }

  @Test(arguments: [
    ("strip", "300x900", 4), ("strip", "900x300", 4), ("polaroid", "300x360", 1),
    ("filmstrip", "300x1000", 4), ("filmstrip", "1000x300", 4), ("grid-2x3", "400x600", 6),
    ("grid-3x1", "600x300", 3), ("grid-1x1", "200x200", 1), ("mosaic", "600x400", 6),
  ])
  func `a new template has its openings and its size`(kind: String, size: String, count: Int) throws
  {
    #expect(
      try place.run("template", "new", kind, "--canvas", size, "-o", "new.png").answer == .done(""))
    let shown = try place.run("template", "show", "new.png").output
    let noun = count == 1 ? "1 opening" : "\(count) openings"
    #expect(shown.hasPrefix("new.png: \(size), \(noun)\n"), "\(shown)")
    let photos = (0..<count).map { ["red.png", "green.png", "blue.png"][$0 % 3] }
    let made = try place.run(
      ["make", "--template", "new.png", "-o", "out.png", "--quiet"] + photos)
    #expect(made.answer == .done("\(made.id)\n"))
  }

  @Test func `a new template has a size and a colour of its own`() throws {
    #expect(try place.run("template", "new", "strip", "-o", "strip.png").answer == .done(""))
    let strip = try place.picture("strip.png")
    #expect(strip.size == PixelSize(width: 600, height: 1800))
    _ = try place.run(
      "template", "new", "grid-2x2", "--canvas", "5x5cm@100dpi", "--colour", "navy", "-o",
      "grid.png")
    let grid = try place.picture("grid.png")
    #expect(grid.size == PixelSize(width: 197, height: 197))
    #expect(grid[0, 0] == Colour(red: 0, green: 0, blue: 128))
  }

  @Test func `nothing that is there is replaced by a new template`() throws {
    let before = try place.folder.snapshot()
    let outcome = try place.run("template", "new", "strip", "-o", "red.png")
    #expect(
      outcome.answer
        == .failed(
          73,
          "red.png: exists already; choose another name, or use --force to replace it"
        ))
    // Not even one that was made so: somebody may have drawn on it.
    _ = try place.run("template", "new", "strip", "-o", "strip.png")
    #expect(try place.run("template", "new", "strip", "-o", "strip.png").exitCode == 73)
    #expect(try place.run("template", "new", "strip", "-o", "strip.png", "--force").exitCode == 0)
    #expect(try place.names(since: before) == ["strip.png"])
  }

  @Test(arguments: [
    ["template", "new", "triptych", "-o", "a.png"], ["template", "new", "strip", "-o", "a.jpg"],
    ["template", "new", "strip", "--canvas", "auto", "-o", "a.png"],
    ["template", "new", "grid-0x2", "-o", "a.png"], ["template", "new", "strip"],
    ["template", "new", "grid-9x9", "--canvas", "20x20", "-o", "a.png"],
    ["template", "frame.png"], ["template", "show"],
  ])
  func `what can't be asked for is refused`(arguments: [String]) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.error != "")
    #expect(try !place.folder.names().contains("a.png"))
  }
}
