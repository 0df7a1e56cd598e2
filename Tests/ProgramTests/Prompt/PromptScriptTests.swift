import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct PromptScriptTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  private func run(_ script: String, _ arguments: [String] = ["prompt"]) throws -> Outcome {
    try BuiltProgram.command(arguments, in: folder, standardInput: .text(script)).run()
  }

  @Test(arguments: [("foo bar", "footer"), ("rem 1-2", "remove"), ("und", "undo")])
  func `a script is told what a short word is taken for`(line: String, name: String) throws {
    let outcome = try run("add a.jpg b.png\n\(line)\nclear\n", ["prompt"])
    let word = line.prefix { $0 != " " }
    let warning = "line 2: warning: '\(word)' is taken for '\(name)'; write it out in a script"
    #expect(outcome.error.hasPrefix("collage: \(warning)\n"), "\(outcome)")
    let quiet = try run("add a.jpg b.png\n\(line)\n", ["prompt", "--quiet"])
    #expect(quiet.answer == .done(""))
    // Whoever types sees at once what it was taken for.
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg", "b.png"], title: "2 photos")
    #expect(try prompt.ask("foot") == ["footer: none"])
  }

  @Test func `two numbers are not one`() throws {
    for line in ["gap 3 4", "weight 1 3 4", "margin 1. 5"] {
      let outcome = try run("add a.jpg b.png\n\(line)\n")
      #expect(outcome.exitCode == 64 && outcome.output == "", "\(outcome)")
    }
    let spaced = try run("gap 2 %\ngap\ncanvas 10 x 15 cm\ncanvas\n")
    #expect(spaced.answer == .done("gap: 2%\ncanvas: 10x15cm, 1181x1772\n"))
  }

  @Test func `piped commands are carried out, and saved ids are the answer`() throws {
    let outcome = try run(
      """
      # two collages
      canvas 60x40px

      add a.jpg "b.png"
      save one.png
      add c.jpg d.png
      swap 1 2
      save two.png
      """)
    #expect(outcome.exitCode == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.wholeMatch(of: /[0-9a-f]{32}\n[0-9a-f]{32}\n/) != nil)
    #expect(
      try folder.names().filter { $0.hasSuffix("o.png") || $0 == "one.png" } == [
        "one.png", "two.png",
      ])
  }

  @Test func `without any word the prompt reads a script as well`() throws {
    let outcome = try run("canvas 60x40px\nadd a.jpg b.png\nsave out.png\n", [])
    #expect(outcome.exitCode == 0)
    #expect(try folder.names().contains("out.png"))
    let empty = try run("", [])
    #expect(empty.exitCode == 0)
    #expect(empty.output + empty.error == "")
  }

  @Test func `questions are answered on standard output`() throws {
    let outcome = try run(
      "add a.jpg b.png\nlist\ncanvas\nlayout\nbackground\ncanvas 2400x1600\nlayout grid\nlist\nlayout\ncanvas\nhelp undo\n"
    )
    #expect(
      outcome.output == """
        1  a.jpg  JPEG 48x32, 0% cropped
        2  b.png  PNG 48x32, 0% cropped
        canvas: auto
        layout: mosaic, 1 of 2
        background: white
        1  a.jpg  JPEG 48x32, 50% cropped
        2  b.png  PNG 48x32, 50% cropped
        layout: grid
        canvas: 2400x1600
        undo  undo the last change
          after a save it brings the saved collage back, to be changed

        """)
    #expect(
      outcome.error == "collage: 2 photos were selected but not saved; end the script with save\n")
  }

  @Test(arguments: [
    (
      "add a.jpg\n\nsave out.png\n", 64,
      "line 3: a collage needs an even number of photos, not 1; add another, or enter "
        + "'any-count on'"
    ),
    ("clear\n", 64, "line 1: there are no photos; add some first"),
    (
      "add a.jpg b.png\nsvae\n", 64,
      "line 2: 'svae' is neither a command nor a file; did you mean 'save'?"
    ),
    ("remove 1\n", 64, "line 1: there are no photos; add some first"),
    ("swap 1 2", 64, "line 1: there are no photos; add two first"),
    (
      "add a.jpg b.png\nsave a.jpg\n", 73,
      "line 2: a.jpg: this is one of the photos; write the collage to another file"
    ),
    ("add a.jpg b.png\nsave new/\n", 73, "line 2: new/: names a folder; give a file name"),
    (
      "\(String(repeating: "x", count: 1_100_000))\n", 64,
      "line 1: longer than 1 MiB; write one command per line"
    ),
    (
      "add a.jpg b.png\nsave -f\n", 64,
      "line 2: save has no option '-f'; usage: save [FILE] [--album NAME] (after --, a name may start with -)"
    ),
    (
      "add a.jpg b.png\nsave --force out.png\n", 64,
      "line 2: save has no option '--force'; usage: save [FILE] [--album NAME] (after --, a name may start with -)"
    ),
    ("save --\n", 64, "line 1: missing: save [FILE] [--album NAME]"),
    (
      "add 'a.jpg\n", 64,
      "line 1: a quote ' is not closed; close it, or write \\' for a literal quote"
    ),
  ])
  func `a script stops at the first error, with its line and the exit code of its kind`(
    script: String, code: Int32, message: String
  ) throws {
    let outcome = try run(script + "\nadd c.jpg d.png\nsave never.png\n")
    #expect(outcome.exitCode == code)
    #expect(outcome.error == "collage: \(message)\n")
    #expect(outcome.output == "")
    #expect(!(try folder.names().contains("never.png")))
  }

  @Test(arguments: [
    ("save note", ["note.jpg"]), ("format png\nsave note", ["note.png"]),
    ("save note.JPEG", ["note.JPEG"]),
    ("save -o y.png", ["y.png"]), ("save --output y", ["y.jpg"]), ("save -- plain", ["plain"]),
    ("save as y.png", ["y.png"]), ("save to y", ["y.jpg"]),
    ("save y.jpg --album Z", ["Z", "y.jpg"]), ("save --album Z -o y", ["Z", "y.jpg"]),
    ("save --album Z", ["Z"]),
    ("sav note", ["note.jpg"]), ("save \"~/my note\"", ["my note.jpg"]),
  ])
  func `a collage is saved as a file, whose extension may be left out, in an album, or both`(
    save: String, names: [String]
  ) throws {
    let before = try folder.snapshot()
    let outcome = try run(
      "canvas 60x40px\nadd a.jpg b.png\n\(save)\n", ["prompt", "--library", "."])
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.error.isEmpty != save.hasPrefix("sav "), "\(outcome.error)")
    let new = try folder.names().filter {
      before.contents[FilePath($0)] == nil && !$0.hasPrefix(".")
    }
    #expect(new.filter { !$0.hasPrefix("collage-") } == names)
    let inAlbum =
      names.contains("Z") ? try folder.names(in: "Z").filter { $0.hasPrefix("collage-") } : []
    #expect(
      new.filter { $0.hasPrefix("collage-") } == inAlbum
        && inAlbum.count == (names.contains("Z") ? 1 : 0))
  }

  @Test(arguments: ["-f", "--album", "--"])
  func `after -- a file's name may begin with a hyphen`(name: String) throws {
    let outcome = try run("canvas 60x40px\nadd a.jpg b.png\nsave -- \(name)\n")
    #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome.error)")
    #expect(try folder.names().contains(name))
  }

  @Test(arguments: ["add a.jpg\n", "add a.jpg b.png\nlayout grid\n"])
  func `where there is only one layout, the one before and the next are the same`(script: String)
    throws
  {
    let outcome = try run(script + "layout\nlayout prev\nlayout\nlayout next\nlayout\n")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let shown = outcome.output.split(separator: "\n")
    #expect(shown.count == 3 && Set(shown).count == 1, "\(outcome.output)")
  }

  @Test(arguments: ["50", "9223372036854775807"])
  func `a layout that isn't there for these photos can be changed for another`(pick: String) throws
  {
    let script = "add a.jpg b.png\nlayout next\nlayout\nlayout 2\nlayout\nlayout next\nlayout\n"
    let outcome = try run(script, ["prompt", "--pick", pick])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output == "layout: mosaic, 1 of 2\nlayout: mosaic, 2 of 2\nlayout: mosaic, 1 of 2\n")
    let wrong = try run("add a.jpg b.png\nlayout 3\n", ["prompt", "--pick", pick])
    #expect(wrong.error == "collage: line 2: there is no layout 3; choose from 1 to 2\n")
    #expect(
      try run("layout next\n").error
        == "collage: line 1: there is no layout to choose from; add photos first\n")
  }

  @Test func `a mark of the byte order is no part of the first command`() throws {
    let outcome = try run("\u{FEFF}add a.jpg b.png\nlist\n")
    #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("1  a.jpg"))
  }

  @Test func `options for more photos than anybody chooses are refused`() throws {
    let outcome = try run("", ["prompt", "--max", "1000000000", "--keep-whole", "1000000000"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.error.hasSuffix("choose a number from 1 to 10000\n"))
  }

  @Test func `photos that can't be read end a script with the code of what is wrong`() throws {
    try folder.write(Array("no picture".utf8), to: "notes.txt")
    let missing = try run("add a.jpg\nadd b.png missing.jpg\n")
    #expect(missing.exitCode == 66)
    #expect(missing.error.hasPrefix("collage: line 2: missing.jpg: "))
    let foreign = try run("add notes.txt\n")
    #expect(foreign.exitCode == 65)
    #expect(
      foreign.error.hasPrefix("collage: line 1: notes.txt: this is a text file, not a picture"))
    let given = try run("save out.png\n", ["prompt", "a.jpg", "missing.jpg"])
    #expect(given.exitCode == 66)
    #expect(given.error.hasPrefix("collage: missing.jpg: "))
  }

  @Test func `too many photos end a script`() throws {
    let outcome = try run("add *.jpg *.png\n")
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.error
        == "collage: line 1: no room for f.png; a collage has at most six photos; remove one first, "
        + "or enter 'undo', then 'max 8' and add all of them again\n"
    )
  }

  @Test func `quit ends a script, and unsaved photos are nobody's question`() throws {
    let outcome = try run("add a.jpg b.png\nquit\nsave never.png\n")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output + outcome.error == "")
    #expect(!(try folder.names().contains("never.png")))
  }

  @Test func `a script has no prompt, no preview and no history`() throws {
    var program = BuiltProgram.command(
      ["prompt", "--preview", "blocks", "a.jpg", "b.png"], in: folder,
      standardInput: .text("swap 1 2\nundo\nredo\nquit\n"))
    program.environment["TERM"] = "xterm-256color"
    let outcome = try program.run()
    #expect(outcome.exitCode == 0)
    #expect(outcome.output + outcome.error == "")
    #expect(try folder.names() == PromptPhotos.names)
  }

  @Test func `a thousand rounds of adding and clearing leave memory where it was`() throws {
    func peak(rounds: Int) throws -> Int {
      let script = String(
        repeating: "add a.jpg b.png c.jpg\nswap 1 2\nundo\nclear\n", count: rounds)
      let outcome = try run(script)
      #expect(outcome.exitCode == 0)
      return outcome.peakBytes
    }
    let few = try peak(rounds: 100)
    let many = try peak(rounds: 1000)
    #expect(many - few < 3 << 20, "\(few) and \(many) bytes")
  }

  @Test func `a signal ends a script that waits for its next line`() throws {
    let running = try BuiltProgram.command(
      ["prompt"], in: folder, standardInput: .heldOpen(after: Array("canvas\n".utf8))
    ).start()
    #expect(Timeouts.wait(for: running) { !running.outputSoFar.isEmpty })
    running.send(15)
    #expect(running.wait().terminationStatus == .exited(143))
  }
}
