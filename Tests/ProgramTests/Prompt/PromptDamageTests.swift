import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Photos that lost pixels: what is said of them, when, and what can be done about it in the
/// prompt.
@Suite(.waiting) struct PromptDamageTests {
  let folder: TemporaryFolder
  private static let remedy =
    "remove or replace it, or enter 'allow-damaged on' to keep the intact part"

  init() throws {
    folder = try PromptPhotos.folder()
    try folder.write(PromptPhotos.jpeg.dropLast(PromptPhotos.jpeg.count / 4), to: "cut.jpg")
  }

  @Test(arguments: ["blocks", "off"])
  func `a photo that is cut off is reported as soon as it was looked into, with a remedy`(
    preview: String
  ) throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", preview, "a.jpg"], columns: 200, title: "1 photo")
    try prompt.send("add cut.jpg\r")
    try prompt.wait {
      $0.transcript.contains {
        $0.hasPrefix("✗ cut.jpg: damaged: ") && $0.hasSuffix("; " + Self.remedy)
      }
    }
    #expect(prompt.screen.transcript.contains("✓ added cut.jpg"))
    #expect(prompt.screen.promptRow == "2 photos>")
    prompt.expectTidy()

    // It is said once, and again when it is chosen again.
    try prompt.ask("swap 1 2")
    try prompt.ask("canvas 600x400")
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.reports(of: "cut.jpg") == 1)
    try prompt.ask("remove 1")
    try prompt.ask("add cut.jpg")
    try prompt.wait { _ in prompt.reports(of: "cut.jpg") == 2 }
  }

  @Test func `a photo with no picture left in it is reported, too`() throws {
    try folder.write(try folder.read("b.png").dropLast(60), to: "cut.png")
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "cut.png", "a.jpg"], columns: 200, title: "2 photos")
    try prompt.wait { $0.transcript.contains { $0.hasPrefix("✗ cut.png: damaged: ") } }
    try prompt.ask("allow-damaged on")
    #expect(try prompt.ask("save out.jpg").joined().hasPrefix("✗ cut.png: damaged: "))
  }

  @Test func `a save that fails because of damage names the same remedy, which works`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "--canvas", "60x40px", "cut.jpg", "a.jpg"], columns: 200,
      title: "2 photos")
    try prompt.wait { _ in prompt.reports(of: "cut.jpg") == 1 }
    let list = try prompt.ask("list")
    #expect(
      list[0].hasPrefix("1  cut.jpg  JPEG ") && list[0].contains("; damaged: ")
        && list[0].hasSuffix(Self.remedy))
    #expect(list[1].hasPrefix("2  a.jpg  JPEG 48x32, ") && !list[1].contains("damaged"))
    let failure = try prompt.ask("save out.jpg").last { $0.hasPrefix("✗ ") }
    #expect(
      failure?.hasPrefix("✗ cut.jpg: damaged: ") == true
        && failure?.hasSuffix("; " + Self.remedy) == true)
    #expect(try prompt.ask("allow-damaged") == ["allow-damaged: off"])
    #expect(try prompt.ask("allow-damaged maybe") == ["✗ 'maybe' is neither on nor off"])
    #expect(try prompt.ask("allow-damaged on") == ["allow-damaged: on"])
    let saved = try prompt.ask("save out.jpg")
    #expect(saved.first?.hasPrefix("✓ saved 2 photos as ") == true)
    #expect(saved.contains { $0.hasPrefix("cut.jpg: warning: ") })
    #expect(try folder.names().contains("out.jpg"))
  }

  @Test(arguments: [
    (
      "background transparent\nsave out.jpg",
      "a JPEG can't be transparent; enter 'save' with a name ending in .png, "
    ),
    (
      "canvas 1x1px\nsave out.jpg",
      "a canvas of 1x1 is too small for 2 photos in this layout; enter 'canvas' with "
    ),
    (
      "canvas 70000x10\nsave out.jpg",
      "a canvas of 70000x10 is too large: this format allows 65500 pixels a side; enter"
    ),
    ("save notes.txt", "notes.txt: exists and was not made by collage; choose another name\n"),
    ("add cut.jpg c.jpg\nsave out.jpg", "cut.jpg: damaged: "),
  ])
  func `no message of the prompt names an option that its commands lack`(
    script: String, message: String
  ) throws {
    try folder.write(Array("mine".utf8), to: "notes.txt")
    let outcome = try BuiltProgram.command(
      ["prompt", "a.jpg", "b.png"], in: folder, standardInput: .text(script + "\n")
    ).run()
    #expect(outcome.exitCode != 0)
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(!outcome.error.contains("--"), "\(outcome.error)")
  }
}

extension PromptTerminal {
  /// How often something was said to be wrong with a photo.
  fileprivate func reports(of name: String) -> Int {
    screen.transcript.count { $0.hasPrefix("✗ \(name): ") }
  }
}
