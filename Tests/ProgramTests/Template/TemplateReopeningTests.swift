import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Collages with templates and overlays that are opened and made again.
@Suite(.waiting) struct TemplateReopeningTests {
  let place: Workplace

  init() throws { place = try .withTemplate() }

  private func saved(_ options: String...) throws -> String {
    let outcome = try place.run(
      ["make", "--template", "t.png", "red.png", "green.png"] + options)
    #expect(outcome.answer == .done("\(outcome.id)\n"))
    return outcome.id
  }

  @Test func `the recipe names the template by its content, and nothing else of it`() throws {
    let id = try saved("--overlay", "blue.png,top-left,10%")
    let recipe = try place.run("library", "show", id, "--json").output
    let digest = try place.digest(of: "t.png")
    #expect(
      recipe.contains(
        #""template":{"name":"t.png","orientation":1,"sha256":"\#(digest)","size":{"height":60,"width":120}}"#
      ))
    #expect(recipe.contains(#""place":"top-left","width":"10%""#))
    #expect(!recipe.contains(place.folder.string))
    #expect(try place.run("library", "verify").exitCode == 0)
    #expect(try place.run("library", "list", "--json").output.contains(id))
    let shown = try place.run("library", "show", id).output
    #expect(shown.contains("template    t.png  120x60\n"))
    #expect(shown.contains("overlay     blue.png  top-left, 10%\n"))
  }

  @Test func `it is made again as it was, larger with the template scaled`() throws {
    let id = try saved()
    let same = try place.run("library", "remake", id, "--in", ".")
    #expect(same.exitCode == 0 && same.output.contains(id))
    // The template has another name by now.
    try place.folder.write(place.folder.read("t.png"), to: "frame.png")
    try place.folder.remove("t.png")
    let larger = try place.run("library", "remake", id, "--in", ".", "--long-side", "180")
    #expect(larger.exitCode == 0, "\(larger.error)")
    let other = try #require(larger.output.split(whereSeparator: \.isWhitespace).last)
    let path = try place.run("library", "path", String(other)).output.dropLast()
    #expect(try Raster.decoded(FilePath(String(path))).size == PixelSize(width: 180, height: 90))
  }

  @Test func `what a template decides isn't changed when it is made again`() throws {
    let id = try saved()
    let outcome = try place.run("library", "remake", id, "--in", ".", "--title", "Rome")
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.error.contains(
        "--title can't be used with a template, which has no room for text; leave it out"))
    let blurred = try place.run("library", "remake", id, "--in", ".", "--background", "blur")
    #expect(blurred.exitCode == 64)
    #expect(
      blurred.error.contains(
        "--background can't be used with a template, which decides how photos lie; leave it out"))
  }

  @Test func `without its template it can't be made again, which is said`() throws {
    let id = try saved()
    try place.folder.remove("t.png")
    let outcome = try place.run("library", "remake", id, "--in", ".")
    #expect(outcome.exitCode == 66)
    #expect(
      outcome.error.contains("t.png: no file with this photo's content was found"),
      "\(outcome.error)")
  }

  @Test func `a manifest's line makes it again`() throws {
    let id = try saved("--repeat", "--overlay", "blue.png")
    let line = try place.run("library", "manifest", id, "--in", ".").output
    #expect(line.contains("\"template\":\"") && line.contains("\"overlay\":\""))
    try place.folder.write(Array(line.utf8), to: "jobs.jsonl")
    let outcome = try place.run("batch", "jobs.jsonl", "--library", "other")
    #expect(outcome.exitCode == 0 && outcome.output.contains(id), "\(outcome.output)")
  }

  @Test func `a prompt opens it with its template`() throws {
    let id = try saved()
    let outcome = try place.run(
      ["prompt", "--reopen", id, "--in", "."], input: .text("template\nsave again.jpg\n"))
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.output.contains(id), "\(outcome.output)")
  }
}
