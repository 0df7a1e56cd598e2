import Imaging
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Templates and overlays in a batch and in the prompt.
@Suite(.waiting) struct TemplateBatchTests {
  let place: Workplace

  init() throws {
    place = try .withTemplate()
    try place.folder.makeFolder("jobs")
    try place.folder.write(DrawnTemplate.pair.png(), to: "jobs/frame.png")
  }

  private func batch(_ lines: String..., options: [String] = []) throws -> Outcome {
    try place.folder.write(
      Array(lines.map { $0 + "\n" }.joined().utf8), to: "jobs/jobs.jsonl")
    return try place.run(["batch", "jobs/jobs.jsonl"] + options)
  }

  private let photos = #""photos": ["../red.png", "../green.png"]"#

  @Test func `a manifest's paths are relative to it, and a second run does nothing`() throws {
    let line = #"{\#(photos), "template": "frame.png", "output": "out.png"}"#
    let first = try batch(line)
    #expect(first.exitCode == 0 && first.output.contains("\"saved\""), "\(first.output)")
    #expect(try place.picture("jobs/out.png")[30, 30] == .pureRed)
    #expect(try batch(line).output.contains("\"unchanged\""))
    // Another template is another collage.
    var other = DrawnTemplate.pair
    other = DrawnTemplate(120, 60, other.openings.map { $0.moved(x: 1, y: 0) })
    try place.folder.write(other.png(), to: "jobs/frame.png")
    #expect(try batch(line).output.contains("\"saved\""))
  }

  @Test func `what a template decides is refused in a manifest, and ignored on the command line`()
    throws
  {
    let outcome = try batch(
      #"{\#(photos), "template": "frame.png", "gap": 3, "output": "a.png"}"#,
      #"{\#(photos), "template": "frame.png", "output": "b.png"}"#, options: ["--gap", "2%"])
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.output.contains("\\\"gap\\\": can't be used with a template"), "\(outcome.output)")
    #expect(try place.picture("jobs/b.png").size == DrawnTemplate.pair.size)
  }

  @Test func `a template is for all jobs, and no output replaces it`() throws {
    let outcome = try batch(
      #"{\#(photos), "output": "a.png"}"#, #"{"photos": ["../blue.png"], "output": "b.png"}"#,
      #"{\#(photos), "template": "frame.png", "output": "frame.png"}"#,
      options: ["--template", "t.png", "--repeat", "--force"])
    #expect(outcome.exitCode == 1)
    #expect(try place.picture("jobs/a.png")[90, 30] == .pureGreen)
    #expect(try place.picture("jobs/b.png")[90, 30] == .pureBlue)
    #expect(try place.folder.read("jobs/frame.png") == DrawnTemplate.pair.png())
  }

  @Test func `what a faulty line names isn't replaced either`() throws {
    let outcome = try batch(
      #"{\#(photos), "output": "frame.png"}"#,
      #"{"photos": ["../blue.png"], "template": "frame.png", "gap": "x"}"#, options: ["--force"])
    #expect(outcome.exitCode == 1)
    #expect(try place.folder.read("jobs/frame.png") == DrawnTemplate.pair.png())
  }

  @Test func `what a template excludes isn't for all jobs, and doesn't change their ids`() throws {
    #expect(
      try batch("{}", options: ["--template", "t.png", "--gap", "5%"]).answer.error.hasPrefix(
        "collage: --gap can't be used with a template, which decides how photos lie"))
    let line = #"{\#(photos), "template": "frame.png", "output": "out.png"}"#
    #expect(try batch(line, options: ["--gap", "5%"]).exitCode == 0)
    #expect(try batch(line, options: ["--gap", "2%"]).output.contains("\"unchanged\""))
  }

  /// Also where the template, or the blurred background, is for all jobs of a batch.
  @Test func `all commands refuse a blurred background beside a template in the same words`() throws
  {
    let words = "can't be used with a template, which decides how photos lie"
    let chosen = ["--template", "t.png", "--background", "blur"]
    for arguments in [
      ["make", "red.png", "green.png", "-o", "out.png"], ["batch", "jobs/jobs.jsonl"],
      ["pages", "red.png", "green.png", "-o", "out.pdf"], ["prompt"],
    ] {
      let outcome = try place.run(arguments + chosen)
      #expect(outcome.exitCode == 64 && outcome.output == "")
      #expect(
        outcome.error.hasPrefix("collage: --background \(words); leave it out"),
        "\(outcome.error)")
    }
    let script = try place.run(
      ["prompt", "--template", "t.png"],
      input: .text("background navy\nbackground blur\nadd red.png green.png\nsave out.png\n"))
    #expect(script.exitCode == 64 && script.output == "")
    #expect(
      script.error.contains("background \(words); enter 'template none' first"),
      "\(script.error)")
    for line in [
      #"{\#(photos), "template": "frame.png", "background": "blur", "output": "a.png"}"#,
      #"{\#(photos), "template": "frame.png", "background": "navy", "output": "b.png"}"#,
    ] {
      let outcome = try batch(line)
      let isRefused = line.contains("blur")
      #expect(outcome.exitCode == (isRefused ? 1 : 0))
      #expect(
        outcome.output.contains(#"line 1: \"background\": \#(words); leave it out"#) == isRefused,
        "\(outcome.output)")
    }
    let names = try place.folder.names()
    #expect(!names.contains { name in name.hasPrefix("out.") })
  }

  @Test func `columns for all jobs are refused beside a template for all jobs`() throws {
    #expect(
      try batch("{}", options: ["--template", "t.png", "--columns", "2"]).answer.error.hasPrefix(
        "collage: --columns can't be used with a template, which decides how photos lie"))
  }

  @Test func `a prompt's script puts photos into a template`() throws {
    let outcome = try place.run(
      ["prompt"],
      input: .text(
        "template t.png\nadd red.png green.png\noverlay blue.png top-left 10%\nsave out.png\n"))
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let picture = try place.picture("out.png")
    #expect(picture[30, 30] == .pureRed && picture[3, 3] == .pureBlue)
  }

  @Test(arguments: [
    ("template t.png\nadd red.png green.png blue.png\n", "the template has 2 openings"),
    ("template t.png\nadd red.png\nsave out.png\n", "the template has 2 openings"),
    ("template t.png\ngap 3\n", "enter 'template none' first"),
    ("template red.png\n", "has no transparent opening"), ("template none.png\n", "none.png"),
    ("template t.png\nlayout grid\n", "enter 'template none' first"),
    ("template t.png\nlook film\n", "enter 'template none' first"),
    ("template t.png\nbackground blur,40%\n", "enter 'template none' first"),
    ("template t.png\nadd red.png\ncaption 1 Rome\n", "which has no room for text; enter"),
    ("template t.png\ncanvas 3:2\n", "has another shape; enter 'canvas auto'"),
  ])
  func `a prompt refuses what doesn't go with a template`(script: String, words: String) throws {
    let outcome = try place.run(["prompt"], input: .text(script))
    #expect(outcome.exitCode != 0 && outcome.error.contains(words), "\(outcome.error)")
  }
}
