import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Every exit code of the program, once, and what comes with every failure: one line per fault, and
/// nothing else anywhere.
@Suite(.waiting) struct ExitCodeTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.folder.write(Array("words".utf8), to: "words.png")
    try place.folder.makeFolder("folder")
  }

  @Test func `0 when the collage is made`() throws {
    #expect(try place.make("1.jpg", "2.jpg").exitCode == 0)
  }

  @Test(arguments: [
    ["make"], ["make", "1.jpg"], ["make", "--unknown"],
    ["make", "1.jpg", "2.jpg", "--quality", "101"],
    ["make", "1.jpg", "2.jpg", "-o", "x.gif"], ["library", "show", "abc"],
    ["library", "frobnicate"],
  ])
  func `64 when the command line is wrong or a rule refuses`(_ arguments: [String]) throws {
    try expectFailure(64, arguments)
  }

  @Test func `65 when a photo is no picture or beyond a limit`() throws {
    try expectFailure(65, Workplace.make + ["words.png", "1.jpg"])
    try expectFailure(65, Workplace.make + ["1.jpg", "words.png"])
    try expectFailure(65, Workplace.make + ["1.jpg", "2.jpg", "--max-pixels", "1"], lines: 2)
  }

  @Test(arguments: [
    Workplace.make + ["1.jpg", "missing.jpg"], Workplace.make + ["folder", "1.jpg"],
    ["make", "--files0-from", "missing.txt"], ["library", "show", "0123"],
    ["library", "path", "0123"],
    ["library", "remove", "0123"],
  ])
  func `66 when a photo, a list or a collage is missing`(_ arguments: [String]) throws {
    try expectFailure(66, arguments)
  }

  @Test(arguments: [
    ["-o", "1.jpg"], ["-o", "folder"], ["-o", "nowhere/out.jpg"], ["-o", "words.png"],
    ["--library", "words.png"],
    ["--library", "words.png/library"],
  ])
  func `73 when the output can't be created or isn't ours`(_ arguments: [String]) throws {
    try expectFailure(73, Workplace.make + ["1.jpg", "2.jpg"] + arguments)
  }

  @Test func `74 when the answer can't be written`() throws {
    for script in [#""$@" >&-"#, #""$@" >/dev/full"#] {
      let outcome = try place.shell(script, Workplace.make + ["1.jpg", "2.jpg"])
      #expect(
        outcome.exitCode == 74 && outcome.error.hasSuffix("can't be written to standard output\n"),
        "\(outcome)")
    }
  }

  /// The first fault's code counts.
  @Test func `several faults end with the code of the first`() throws {
    try expectFailure(65, Workplace.make + ["words.png", "missing.jpg"], lines: 2)
    try expectFailure(66, Workplace.make + ["missing.jpg", "words.png"], lines: 2)
  }

  private func expectFailure(
    _ code: Int32, _ arguments: [String], lines: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try place.folder.snapshot()
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == code, "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(outcome.errorLines == lines, sourceLocation: sourceLocation)
    #expect(
      outcome.error.split(separator: "\n").allSatisfy { $0.hasPrefix("collage: ") },
      sourceLocation: sourceLocation)
    #expect(try place.folder.snapshot() == before, sourceLocation: sourceLocation)
  }
}
