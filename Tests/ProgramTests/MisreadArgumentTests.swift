import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Arguments that mean something else than the program takes them for: the message names what works.
@Suite(.waiting) struct MisreadArgumentTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 4) }

  private func error(_ arguments: String...) throws -> String {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.errorLines == 1, "\(outcome)")
    return outcome.error
  }

  @Test(arguments: [
    (
      "vertical",
      "below each other are --cells 1x4 (1xN with the number of photos), or --layout strip"
    ),
    ("column", "below each other are --cells 1x4"), ("stack", "below each other are --cells 1x4"),
    ("Stacked", "below each other are --cells 1x4"),
    (
      "horizontal", "beside each other are --cells 4x1 (Nx1 with the number of photos), or --layout"
    ),
    ("row", "beside each other are --cells 4x1"),
  ])
  func `a layout by another word leads to cells`(_ word: String, _ advice: String) throws {
    let message = try error("make", "1.jpg", "2.jpg", "--layout", word)
    #expect(
      message.hasPrefix(
        "collage: The value '\(word)' is invalid for '--layout <name>': photos \(advice)"),
      "\(message)")
  }

  @Test(arguments: [
    (["--cells", "1x4"], true), (["--layout", "strip", "--canvas", "200x900px"], true),
    (["--cells", "4x1"], false), (["--layout", "strip", "--canvas", "900x200px"], false),
  ])
  func `what is advised puts photos below or beside each other`(
    _ options: [String], _ areBelow: Bool
  ) throws {
    let made = try place.run(
      ["make", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--dry-run"] + options)
    let frames = try Report.Layout(made.output).photos.map(\.frame)
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(areBelow ? frame.x == next.x : frame.y == next.y, "\(frames)")
      #expect(areBelow ? frame.y < next.y : frame.x < next.x, "\(frames)")
    }
  }

  @Test(arguments: [["--canvas", "A4@300dpi"], ["--canvas", "A4-portrait"], ["--cells", "2x2"]])
  func `what is advised for paper and grids makes a layout`(options: [String]) throws {
    let photos = ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]
    #expect(try place.run(["make"] + photos + ["--dry-run", "--quiet"] + options).exitCode == 0)
  }

  @Test(arguments: [
    (["library", "remake", "5592", "--titel", "x"], "--titel", "--title", "library remake"),
    (["library", "remove", "--libary", "lib"], "--libary", "--library", "library remove"),
    (["library", "undo", "--libary", "x", "5592"], "--libary", "--library", "library undo"),
    (["library", "show", "--libary", "x.y"], "--libary", "--library", "library show"),
    (["library", "path", "--libary=lib", "x"], "--libary", "--library", "library path"),
    (
      ["library", "album", "add", "Rome", "--libary", "x"], "--libary", "--library",
      "library album add"
    ),
  ])
  func `an unknown option before an id is the fault, not the word behind it`(
    _ words: [String], _ option: String, _ meant: String, _ command: String
  ) throws {
    let outcome = try place.run(words)
    #expect(
      outcome.answer
        == .failed(
          64,
          "Unknown option '\(option)'. Did you mean '\(meant)'? See 'collage \(command) --help'."))
  }

  @Test func `a wrong id stays one`() throws {
    for options in [[], ["--title", "--titel"], ["--", "--titel"]] {
      let message = try error(["library", "remake", "xyz"] + options)
      #expect(message.hasPrefix("collage: The value 'xyz' is invalid for '<id>': "), "\(message)")
    }
  }

  private func error(_ arguments: [String]) throws -> String {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.errorLines == 1, "\(outcome)")
    return outcome.error
  }

  @Test func `the best photos of pages come from a search`() throws {
    let message = try error("pages", "1.jpg", "2.jpg", "-o", "book.pdf", "--best", "4")
    #expect(
      message.hasPrefix(
        "collage: Unknown option '--best'; 'collage find --in FOLDER --best 24 -0 | collage pages "
          + "--files0-from - -o book.pdf' makes pages of the best; see"), "\(message)")
    let made = try place.shell(
      "\"$1\" find --in . --best 24 -0 | \"$1\" pages --files0-from - -o book.pdf --quiet", [])
    #expect(made.exitCode == 0, "\(made)")
    #expect(try place.folder.names().contains("book.pdf"))
  }

  @Test func `the version is asked for with two hyphens`() throws {
    for option in ["-V", "-v"] {
      #expect(
        try place.run(option).answer
          == .failed(
            64, "Unknown option '\(option)'. Did you mean '--version'? See 'collage --help'."))
    }
  }

  @Test func `a file that is no collage is named once`() throws {
    let id = try place.make("1.jpg", "2.jpg").id
    let outcome = try place.run("library", "remake", id, "3.jpg", "--gap", "2%")
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(outcome.error.hasPrefix("collage: 3.jpg: is not a collage made by"), "\(outcome)")
  }

  @Test func `an overlay at no place lists the places`() throws {
    try place.folder.write(
      Picture.png(Picture.flat(.yellow, PixelSize(width: 40, height: 20))), to: "round.png")
    let message = try error("make", "1.jpg", "2.jpg", "--overlay", "round.png,nowhere")
    #expect(
      message.contains(
        "it has 'nowhere' for a place; the places are auto, top-left, top, top-right, left, centre, "
          + "right, bottom-left, bottom, bottom-right or cover; see"), "\(message)")
  }
}
