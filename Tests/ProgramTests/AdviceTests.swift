import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What the program advises where something is wrong, and that it can be followed.
@Suite(.waiting) struct AdviceTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 8) }

  private func error(_ arguments: [String]) throws -> String {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.errorLines == 1, "\(outcome)")
    return outcome.error
  }

  @Test(arguments: [
    (["make", "--colour-space", "cmyk"], "collage help colour-space"),
    (["make", "--text-size", "x"], "collage help text-size"),
    (["make", "--jobs", "none"], "collage help jobs"), (["make", "--qr", ""], "collage help qr"),
    (["make", "1.jpg", "--quality"], "collage help quality"),
    (["pages", "1.jpg", "-o", "x.pdf", "--safe", "x"], "collage help safe"),
    (["make", "--gap", "x"], "collage make --help"),
    (["library", "list", "--since", "x"], "collage library list --help"),
  ])
  func `an error about an option names help that has it`(
    _ arguments: [String], _ help: String
  ) throws {
    let message = try error(arguments)
    #expect(
      message.hasSuffix("; see '\(help)'\n") || message.hasSuffix("See '\(help)'.\n"), "\(message)")
    let words = help.split(separator: " ").dropFirst().map(String.init)
    let option = try #require(arguments.last { $0.hasPrefix("--") })
    #expect(try place.run(words).output.contains(option))
  }

  @Test func `of a value in the right form only the value is told`() throws {
    let make = ["make", "1.jpg", "2.jpg"]
    let weight = try error(make + ["--weight", "1=big"])
    #expect(weight.contains(": its value must be a number from 0.01 to 100; see"), "\(weight)")
    let border = try error(make + ["--border", "2x,navy"])
    #expect(border.contains(": it has '2x' for a width; write one such as"), "\(border)")
    let overlay = try error(make + ["--overlay", "x.png,10%"])
    #expect(
      overlay.contains(": it has a width without a place; write x.png,auto,10%"), "\(overlay)")
    let width = try error(make + ["--overlay", "x.png,top-left,wide"])
    #expect(width.contains(": it has 'wide' for a width; write one such as 15%"), "\(width)")
  }

  @Test func `several photos are named at once`() throws {
    let make = ["make", "1.jpg", "2.jpg", "3.jpg", "4.jpg", "--library", "lib", "--quiet"]
    func id(_ options: String...) throws -> String { try place.run(make + options).id }
    #expect(
      try id("--keep-whole", "1,3") == id("--keep-whole", "1", "--keep-whole", "3"))
    #expect(try id("--turn", "2,4=left") == id("--turn", "2=left", "--turn", "4=left"))
    let prompt = try place.run(
      ["prompt", "1.jpg", "2.jpg", "3.jpg", "4.jpg"], input: .text("keep 1,3-4\nkeep-whole\n"))
    #expect(
      prompt.output.split(separator: "\n").map { $0.hasSuffix("on") } == [true, false, true, true],
      "\(prompt)")
  }

  @Test(arguments: [["make"], ["make", "--best", "4"]])
  func `without photos it says how they are named`(_ arguments: [String]) throws {
    try place.expectNothingChanges(
      by: arguments,
      .failed(64, "there are no photos; name them, as a.jpg b.jpg, or a folder with --best 6"))
  }

  @Test func `what isn't a setting can't be unset`() throws {
    #expect(
      try error(["config", "unset", "nothing"])
        == "collage: 'nothing' is not a setting; 'collage config' lists them\n")
    #expect(
      try error(["config", "unset", "gap"])
        == "collage: gap isn't set; 'collage config' shows what is\n")
  }

  @Test func `a search without hits names the folders, and what hides the photos`() throws {
    #expect(
      try place.run("find", "date:1999", "landscape").answer
        == .failed(
          1,
          "nothing found among 8 photos in this folder; 8 match without date:1999; --in searches "
            + "another folder"))
    let both = try place.run("find", "date:1999", "rome")
    #expect(
      both.answer
        == .failed(
          1,
          "nothing found among 8 photos in this folder, not even without one of the words; --in "
            + "searches another folder"))
    let word = try place.run("find", "before:3000", "rome", "--in", ".")
    #expect(word.error.contains("; 8 match without rome; --in"), "\(word)")
  }

  @Test func `a day is found as names of files have it`() throws {
    try place.folder.write(Workplace.photos[0], to: "IMG_20231224_101500.jpg")
    for word in ["date:20231224", "date:2023-12-24", "date:20231201..20231231"] {
      #expect(try place.run("find", word).answer == .done("./IMG_20231224_101500.jpg\n"), "\(word)")
    }
    #expect(try place.run("find", "date:20231324").exitCode == 64)
  }

  @Test func `a word of next that is no folder is said to be one`() throws {
    let outcome = try place.run("next", "nosuch", "-o", "x.jpg")
    #expect(
      outcome.answer
        == .failed(
          1,
          "nothing found among 8 photos in this folder; 'nosuch' is no folder, so it was searched for "
            + "as a word; name folders with a slash"), "\(outcome)")
  }

  @Test func `a list of the library explains keys, and words that begin with a hyphen`() throws {
    #expect(try place.run("make", "1.jpg", "2.jpg", "--title", "Sea").exitCode == 0)
    let unknown = try place.run("library", "list", "foo:bar")
    #expect(unknown.exitCode == 1)
    #expect(
      unknown.error.contains(
        "; there is no key foo:; the keys are date:, after: and before:\n"), "\(unknown)")
    for arguments in [["-dunes"], ["--", "-dunes"], ["--sort", "date", "-dunhill"]] {
      let other = try place.run(["library", "list"] + arguments)
      #expect(other.exitCode == 0 && other.output.split(separator: "\n").count == 1, "\(other)")
    }
    #expect(try place.run("library", "list", "-sea").exitCode == 1)
    let album = try error(["library", "list", "-album", "Rome"])
    #expect(album.contains("Unknown option '-album'"), "\(album)")
    let next = try place.run("next", "-night", "-o", "next.jpg")
    #expect(next.exitCode == 0, "\(next)")
    #expect(try place.run("library", "list", "--", "-sea").exitCode == 1)
  }

  @Test func `a name that says no format is told which one the file has`() throws {
    let outcome = try place.run("make", "1.jpg", "2.jpg", "-o", "notes.md")
    #expect(
      outcome.answer
        == .done("\(outcome.id)\n", saying: "note: notes.md is a JPEG; end its name in .jpg"))
    for arguments in [
      ["-o", "plain"], ["-o", "x.md", "--format", "png"], ["-o", "x.md", "--quiet"],
    ] {
      let silent = try place.run(["make", "1.jpg", "2.jpg", "--force"] + arguments)
      #expect(silent.exitCode == 0 && silent.error == "", "\(silent)")
    }
    let note = "note: next.md is a JPEG; end its name in .jpg"
    let next = try place.run("next", ".", "-o", "next.md")
    #expect(next.exitCode == 0 && next.error.contains(note), "\(next)")
    let saved = try prompt("add 1.jpg 2.jpg\nsave saved.md\n")
    #expect(
      saved.exitCode == 0 && saved.error.contains("note: saved.md is a JPEG; end its name in .jpg"),
      "\(saved)")
  }

  @Test func `an empty title is none in lists`() throws {
    #expect(try place.run("make", "1.jpg", "2.jpg", "--title", "").exitCode == 0)
    let id = String(
      try #require(try place.run("library", "list").output.split(separator: "\t").first))
    let shown = try place.run("library", "show", id, "--json")
    #expect(shown.exitCode == 0, "\(shown)")
    let text = try place.run("library", "show", id)
    #expect(!text.output.contains("\ntitle  "), "\(text)")
  }

  // MARK: The prompt

  private func prompt(_ script: String) throws -> Outcome {
    try place.run(["prompt"], input: .text(script))
  }

  @Test func `an album is saved into`() throws {
    let outcome = try prompt("album Rome\n")
    #expect(
      outcome.error.contains("did you mean 'save --album Rome' or 'pick album Rome'?"), "\(outcome)"
    )
    let followed = try prompt("add 1.jpg 2.jpg\nsave --album Rome\n")
    #expect(followed.exitCode == 0, "\(followed)")
    #expect(try place.run("library", "album", "list").output.contains("Rome"))
  }

  @Test func `rotate means turn`() throws {
    let outcome = try prompt("add 1.jpg 2.jpg\nrotate 2 right\nrotate 2\nclear\n")
    #expect(outcome.answer == .done("turn of photo 2: right\n"), "\(outcome)")
  }

  @Test func `photos that don't fit are added anew after the number was raised`() throws {
    try place.folder.makeFolder("Rome")
    for number in 1...8 {
      try place.folder.write(Workplace.photos[number - 1], to: FilePath("Rome/\(number).jpg"))
    }
    let refused = try prompt("add Rome\n")
    #expect(
      refused.error.contains("or enter 'undo', then 'max 8' and add all of them again"),
      "\(refused)")
    let followed = try place.run(
      ["prompt"], input: .text("add Rome/1.jpg Rome/2.jpg\nundo\nmax 8\nadd Rome\nsave out.jpg\n"))
    #expect(followed.exitCode == 0 && followed.error == "", "\(followed)")
  }

  @Test(arguments: [
    ("nosuch.jpg", "there is no such file"), ("/etc/passwd", "/etc/passwd: "),
    ("*.xyz", "no file matches it here"),
  ])
  func `of a file that isn't there that is said first`(_ name: String, _ reason: String) throws {
    let six = "add 1.jpg 2.jpg 3.jpg 4.jpg 5.jpg 6.jpg\n"
    let outcome = try prompt("\(six)add \(name)\n")
    #expect(outcome.exitCode != 0 && outcome.error.contains(reason), "\(outcome)")
    #expect(!outcome.error.contains("at most six"), "\(outcome)")
    let both = try prompt("\(six)add \(name) 7.jpg\n").error
    let first = try #require(both.firstRange(of: reason)).lowerBound
    #expect(try first < #require(both.firstRange(of: "at most six photos")).lowerBound)
    #expect(try prompt("\(six)add 7.jpg\n").error.contains("at most six photos; remove one first"))
  }
}
