import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Openings across which a ribbon lies: one photo for their parts, unless users want otherwise.
@Suite(.waiting) struct RibbonTests {
  let place: Workplace

  /// Below the ribbon's upper and its lower end.
  private static let parts = [(40, 80), (160, 80)]

  init() throws {
    place = try .withTemplate()
    // The ribbon runs from the upper right to the lower left; beside it is a strip's photo.
    let ribboned = try ShapedTemplate.png(300, 120) { x, y in
      (20..<180).contains(x) && (20..<100).contains(y) && abs(2 * (x - 100) + (y - 60)) > 16
        || (200..<280).contains(x) && (20..<100).contains(y)
    }
    try place.folder.write(ribboned, to: "ribbon.png")
  }

  private func make(_ options: String...) throws -> Outcome {
    try place.run(["make", "--template", "ribbon.png", "-o", "out.png", "--force"] + options)
  }

  @Test func `template show says that an opening has two parts, and numbers them as one`() throws {
    #expect(
      try place.run("template", "show", "ribbon.png").answer
        == .done(
          """
          ribbon.png: 300x120, 2 openings
          1  160x80 at 20,20, 2 parts with a band between
          2  80x80 at 200,20

          """))
    let json = try place.run("template", "show", "ribbon.png", "--json").output
    #expect(
      json.contains(
        #"{"height":80,"number":1,"parts":2,"turn":0,"width":160,"x":20,"y":20},{"height":80,"#
          + #""number":2,"turn":0,"#), "\(json)")
    let separate = try place.run("template", "show", "ribbon.png", "--openings", "separate")
    #expect(separate.output.hasPrefix("ribbon.png: 300x120, 3 openings\n"), "\(separate)")
    #expect(!separate.output.contains("band"))
    let wrong = try place.run("template", "show", "ribbon.png", "--openings", "joined")
    #expect(wrong.exitCode == 64 && wrong.error.contains("it must be auto or separate"))
  }

  @Test func `a photo lies below both parts, and none too many is asked for`() throws {
    #expect(try make("red.png", "green.png").exitCode == 0)
    let picture = try place.picture("out.png")
    for (x, y) in Self.parts { #expect(picture[x, y] == .pureRed) }
    #expect(picture[240, 60] == .pureGreen && picture[100, 60] == DrawnTemplate.colour)
    let many = try make("red.png", "green.png", "blue.png")
    #expect(many.exitCode == 64 && many.error.contains("the template has 2 openings"))
    #expect(try make("--openings", "separate", "red.png", "green.png", "blue.png").exitCode == 0)
    let separate = try place.picture("out.png")
    #expect(Self.parts.map { separate[$0.0, $0.1] } == [.pureRed, .pureGreen])
  }

  @Test func `what nothing follows from is said`() throws {
    let plain = try place.run(
      "make", "--openings", "separate", "red.png", "green.png", "-o", "out.png")
    #expect(
      plain.error == "collage: warning: --openings changes nothing here: it is about a template's "
        + "openings; name one with --template\n")
    let other = try place.run(
      "make", "--template", "t.png", "--openings", "separate", "red.png", "green.png", "-o",
      "other.png")
    #expect(
      other.error
        == "collage: warning: no opening of the template has parts with a band between, so there "
        + "are none to separate\n")
    let usual = try place.run("make", "--template", "t.png", "red.png", "green.png", "-o", "t.jpg")
    let again = try place.run(
      "make", "--template", "t.png", "--openings", "separate", "red.png", "green.png", "-o",
      "u.jpg")
    #expect(usual.id == again.id)
  }

  @Test(arguments: ["auto", "separate"])
  func `it is made again with the openings that it had`(rule: String) throws {
    let photos = ["red.png", "green.png"] + (rule == "auto" ? [] : ["blue.png"])
    let made = try place.run(
      ["make", "--template", "ribbon.png", "--openings", rule] + photos)
    #expect(made.exitCode == 0 && !made.id.isEmpty, "\(made)")
    let recipe = try place.run("library", "show", made.id, "--json").output
    #expect(recipe.contains(#""openings":"\#(rule)""#))
    #expect(try place.run("library", "remake", made.id, "--in", ".").output.contains(made.id))
    let opened = try place.run(
      ["prompt", "--reopen", made.id, "--in", "."], input: .text("openings\nsave again.jpg\n"))
    #expect(opened.output.contains("openings: \(rule)"), "\(opened.output)")
    #expect(opened.output.contains(made.id))
  }

  @Test func `a recipe from before keeps a photo in each part`() throws {
    let id = try place.run(
      "make", "--template", "ribbon.png", "--openings", "separate", "red.png", "green.png",
      "blue.png"
    ).id
    let shown = try place.run("library", "show", id, "--json").output
    let recipe = try #require(shown.firstMatch(of: /"recipe":(\{.*\})\}/)).1
    let earlier = String(recipe).replacing(#""openings":"separate","#, with: "")
    #expect(earlier != recipe)
    let picture = PixelBands(
      Picture.flat(.white, PixelSize(width: 4, height: 4)), as: .png(.default))
    try place.folder.write(
      picture.encoded(recipe: RecipeRecord(json: earlier)), to: "earlier.png")
    let outcome = try place.run(
      ["prompt", "--reopen", "earlier.png", "--in", "."], input: .text("openings\nsave new.png\n"))
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.output.contains("openings: separate"), "\(outcome.output)")
    let again = try place.picture("new.png")
    #expect(Self.parts.map { again[$0.0, $0.1] } == [.pureRed, .pureGreen])
    #expect(again[240, 60] == .pureBlue)
  }

  @Test func `manifests and prompts choose it, too`() throws {
    let photos = #""photos": ["red.png", "green.png", "blue.png"]"#
    let line = #"{\#(photos), "template": "ribbon.png", "openings": "separate", "output": "b.png"}"#
    try place.folder.write(Array((line + "\n").utf8), to: "jobs.jsonl")
    #expect(try place.run("batch", "jobs.jsonl").output.contains(#""status":"saved""#))
    #expect(try place.picture("b.png")[160, 80] == .pureGreen)
    #expect(try place.run("batch", "jobs.jsonl").output.contains(#""status":"unchanged""#))
    let prompt = try place.run(
      ["prompt"],
      input: .text(
        "template ribbon.png\nopenings separate\nadd red.png green.png blue.png\nsave c.png\n"
          + "openings auto\nadd red.png green.png\nsave d.png\n"))
    #expect(prompt.exitCode == 0, "\(prompt)")
    #expect(try place.picture("c.png")[160, 80] == .pureGreen)
    #expect(try place.picture("d.png")[160, 80] == .pureRed)
    let pages = try place.run(
      "pages", "red.png", "green.png", "blue.png", "--template", "ribbon.png", "--openings",
      "separate", "-o", "book.pdf")
    #expect(pages.exitCode == 0 && pages.error == "", "\(pages)")
  }
}
