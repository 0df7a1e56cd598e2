import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Openings that aren't rectangles: where photos are cropped in them, and which photo they get.
@Suite(.waiting) struct RoundOpeningTests {
  let place: Workplace

  init() throws {
    place = try .withTemplate()
    let folder = place.folder
    try folder.write(
      ShapedTemplate.png(240, 240) { x, y in
        ShapedTemplate.isInCircle(x, y, (120, 120), radius: 100)
      }, to: "circle.png")
    // A rectangle, then a circle.
    try folder.write(
      ShapedTemplate.png(400, 200) { x, y in
        (20..<180).contains(x) && (20..<180).contains(y)
          || ShapedTemplate.isInCircle(x, y, (300, 100), radius: 80)
      }, to: "both.png")
    // A tall opening, then a wide one.
    try folder.write(
      ShapedTemplate.png(400, 200) { x, y in
        (20..<120).contains(x) && (20..<180).contains(y)
          || (150..<380).contains(x) && (40..<160).contains(y)
      }, to: "tall-wide.png")
  }

  /// A photo that declares faces.
  private func write(
    _ name: FilePath, _ width: Int, _ height: Int, _ faces: [Region] = [],
    in colour: Colour = .pureBlue
  ) throws {
    let photo = Picture.jpeg(Picture.flat(colour, PixelSize(width: width, height: height)))
    try place.folder.write(
      faces.isEmpty ? photo : JPEGFile.declaring(faces, in: photo), to: name)
  }

  private func plan(_ arguments: String...) throws -> (Report.Layout, error: String) {
    let outcome = try place.run(["make", "--dry-run", "--template"] + arguments)
    #expect(outcome.exitCode == 0, "\(outcome)")
    return (try Report.Layout(outcome.output), outcome.error)
  }

  @Test func `a face near a corner of the frame is moved into a circle`() throws {
    // High up: only in the middle of the circle is there room for it.
    try write("high.jpg", 480, 240, [Region(x: 0.6, y: 0.03, width: 0.12, height: 0.24)])
    let (layout, error) = try plan("circle.png", "high.jpg")
    let crop = try #require(layout.photos.first?.crop)
    let face = 480 * 0.66
    #expect(abs(face - (crop.x + crop.width / 2)) < 28, "\(crop)")
    #expect(!error.contains("face"), "\(error)")
    // In a square it may stand at the third, as before.
    try place.folder.write(
      ShapedTemplate.png(240, 240) { x, y in (20..<220).contains(x) && (20..<220).contains(y) },
      to: "square.png")
    let square = try #require(try plan("square.png", "high.jpg").0.photos.first?.crop)
    #expect(square.x < crop.x - 5, "\(square)")
  }

  @Test func `of a face that no crop brings into the circle it is told that it is cut`() throws {
    try write("corner.jpg", 300, 300, [Region(x: 0.02, y: 0.02, width: 0.2, height: 0.2)])
    let (_, error) = try plan("circle.png", "corner.jpg")
    #expect(
      error.contains(
        "corner.jpg: warning: a face is cut; no crop of this photo shows it in this opening; put "
          + "another photo there, with --order"), "\(error)")
    try write("middle.jpg", 300, 300, [Region(x: 0.4, y: 0.4, width: 0.2, height: 0.2)])
    #expect(try plan("circle.png", "middle.jpg").error == "")
  }

  @Test func `a face below a ribbon is cut, and moved from below it where it can be`() throws {
    try place.folder.write(
      ShapedTemplate.png(240, 240) { x, y in
        ShapedTemplate.isInCircle(x, y, (120, 120), radius: 110) && !(105..<135).contains(x)
      }, to: "ribbon.png")
    try write("wide.jpg", 480, 240, [Region(x: 0.46, y: 0.45, width: 0.05, height: 0.1)])
    let (layout, error) = try plan("ribbon.png", "wide.jpg")
    #expect(error == "")
    let crop = try #require(layout.photos.first?.crop)
    let middle = (480 * 0.485 - crop.x) / crop.width
    #expect(abs(middle - 0.5) > 0.09, "\(crop)")
    try write("square.jpg", 240, 240, [Region(x: 0.46, y: 0.45, width: 0.08, height: 0.1)])
    #expect(try plan("ribbon.png", "square.jpg").error.contains("a face is cut"))
  }

  @Test func `in free order each opening gets the photo of which it loses least`() throws {
    try write("wide.jpg", 460, 240, in: .pureRed)
    try write("tall.jpg", 200, 320, in: .pureBlue)
    func colours(_ options: String...) throws -> [Colour] {
      let outcome = try place.run(
        ["make", "--template", "tall-wide.png", "wide.jpg", "tall.jpg", "-o", "out.png", "--force"]
          + options)
      #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome)")
      let picture = try place.picture("out.png")
      return [picture[70, 100], picture[260, 100]]
    }
    let kept = try colours()
    #expect(kept[0].difference(from: .pureRed) < 8 && kept[1].difference(from: .pureBlue) < 8)
    let free = try colours("--order", "free")
    #expect(free[0].difference(from: .pureBlue) < 8 && free[1].difference(from: .pureRed) < 8)
  }

  @Test func `in free order a circle gets the face in the middle, not the group`() throws {
    let group = [0.03, 0.35, 0.77].map { Region(x: $0, y: 0.05, width: 0.2, height: 0.2) }
    try write("group.jpg", 300, 300, group, in: .pureRed)
    try write("one.jpg", 300, 300, [Region(x: 0.4, y: 0.4, width: 0.2, height: 0.2)], in: .pureBlue)
    for photos in [["one.jpg", "group.jpg"], ["group.jpg", "one.jpg"]] {
      let outcome = try place.run(
        ["make", "--template", "both.png", "--order", "free", "-o", "out.png", "--force"] + photos)
      #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome)")
      let picture = try place.picture("out.png")
      #expect(picture[100, 100].difference(from: .pureRed) < 8)
      #expect(picture[300, 100].difference(from: .pureBlue) < 8)
    }
    let kept = try place.run(
      "make", "--template", "both.png", "one.jpg", "group.jpg", "-o", "kept.png")
    #expect(kept.error.contains("group.jpg: warning: 2 faces are cut"), "\(kept.error)")
  }

  @Test func `photos in free order stay where they were when it is made again`() throws {
    let group = [0.03, 0.35, 0.77].map { Region(x: $0, y: 0.05, width: 0.2, height: 0.2) }
    try write("group.jpg", 300, 300, group, in: .pureRed)
    try write("one.jpg", 330, 300, [Region(x: 0.4, y: 0.4, width: 0.2, height: 0.2)], in: .pureBlue)
    let made = try place.run(
      "make", "--template", "both.png", "--order", "free", "one.jpg", "group.jpg")
    #expect(made.answer == .done("\(made.id)\n"))
    #expect(try place.run("library", "remake", made.id, "--in", ".").output.contains(made.id))
    // Also where the photos would go elsewhere today.
    let shown = try place.run("library", "show", made.id, "--json").output
    let recipe = try #require(shown.firstMatch(of: /"recipe":(\{.*\})\}/)).1
    let frames = recipe.matches(of: /"frame":(\{[^}]*\})/).map { String($0.1) }
    #expect(frames.count == 2 && frames[0] != frames[1])
    let swapped = String(recipe).replacing(frames[0], with: "@").replacing(
      frames[1], with: frames[0]
    ).replacing("@", with: frames[1])
    let picture = PixelBands(
      Picture.flat(.white, PixelSize(width: 4, height: 4)), as: .png(.default))
    try place.folder.write(
      picture.encoded(recipe: RecipeRecord(json: swapped)), to: "earlier.png")
    let outcome = try place.run(
      ["prompt", "--reopen", "earlier.png", "--in", "."], input: .text("save new.png\n"))
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let again = try place.picture("new.png")
    #expect(again[100, 100].difference(from: .pureBlue) < 8)
    #expect(again[300, 100].difference(from: .pureRed) < 8)
    // Another photo among them: they are given to openings anew.
    let changed = try place.run(
      ["prompt", "--reopen", "earlier.png", "--in", "."],
      input: .text("remove 1\nadd one.jpg\nsave changed.png\n"))
    #expect(changed.exitCode == 0, "\(changed.error)")
    #expect(try place.picture("changed.png")[100, 100].difference(from: .pureRed) < 8)
  }

  @Test func `a batch finds what it made in free order`() throws {
    try write("wide.jpg", 460, 240, in: .pureRed)
    try write("tall.jpg", 200, 320, in: .pureBlue)
    let line =
      #"{"photos": ["wide.jpg", "tall.jpg"], "template": "tall-wide.png", "order": "free", "#
      + #""output": "out.png"}"#
    try place.folder.write(Array((line + "\n").utf8), to: "jobs.jsonl")
    #expect(try place.run("batch", "jobs.jsonl").output.contains(#""status":"saved""#))
    #expect(try place.picture("out.png")[70, 100].difference(from: .pureBlue) < 8)
    #expect(try place.run("batch", "jobs.jsonl").output.contains(#""status":"unchanged""#))
  }
}
