import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// Words that are nearly right: the program says which ones were probably meant.
@Suite(.waiting) struct MeantWordTests {
  let place: Workplace
  private let photos = ["1.jpg", "2.jpg", "3.jpg", "4.jpg"]

  init() throws {
    place = try Workplace(photos: 4)
    try place.folder.write(Workplace.photos[4], to: "sunset.jpg")
  }

  private func expectQuestion(_ arguments: [String], _ question: String) throws {
    let outcome = try place.run(arguments)
    #expect(outcome.exitCode == 64 && outcome.output == "" && outcome.errorLines == 1, "\(outcome)")
    #expect(outcome.error.contains(question), "\(outcome.error)")
  }

  @Test(arguments: [
    ("--look", "polariod", "polaroid"), ("--layout", "mosiac", "mosaic"),
    ("--background", "chartruse", "chartreuse"),
    ("--background", "nav", "navy"),
    ("--background", "bluee", "blue"),
    ("--background", "tranparent", "transparent"), ("--text-colour", "blak", "black"),
    ("--tone", "gry", "grey"), ("--turn", "2=rihgt", "right"), ("--focus", "2=botom", "bottom"),
    ("--focus", "cenrte", "centre"), ("--format", "jpge", "jpeg"), ("--hdr", "nevr", "never"),
    ("--title-place", "belwo", "below"), ("--caption-place", "insid", "inside"),
    ("--border", "2%,navi", "navy"), ("--shadow", "2%,grean", "green"),
    ("--overlay", "x.png,middle,10%", "centre"), ("--overlay", "x.png,bottomright", "bottom-right"),
    ("--overlay", "x.png,left-top,20", "top-left"), ("--order", "fre", "free"),
    ("--weight", "ratng", "rating"), ("--keep-whole", "sunst", "sunset.jpg"),
    ("--turn", "sunst=right", "sunset.jpg"), ("--palette", "spectra", "spectra6"),
  ])
  func `a mistyped value is told the one that was meant`(
    _ option: String, _ value: String, _ meant: String
  ) throws {
    try expectQuestion(
      ["make", "sunset.jpg"] + photos.prefix(3) + [option, value], "did you mean '\(meant)'?")
  }

  @Test(arguments: [
    (["find", "--sort", "ratng"], "rating"), (["find", "--service", "comons"], "commons"),
    (["pages", "1.jpg", "-o", "x.pdf", "--by", "naem"], "name"),
    (["pages", "1.jpg", "-o", "x.pdf", "--headings", "fodler"], "folder"),
    (["library", "list", "--sort", "siez"], "size"), (["prompt", "--preview", "sixl"], "sixel"),
    (["config", "unset", "gapp"], "gap"), (["config", "show", "titel"], "title"),
  ])
  func `other commands ask likewise`(_ arguments: [String], _ meant: String) throws {
    try expectQuestion(arguments, "did you mean '\(meant)'?")
  }

  @Test(arguments: [
    ("tone gry", "grey"), ("layout mosiac", "mosaic"), ("look polariod", "polaroid"),
    ("border 2% navi", "navy"), ("background chartruse", "chartreuse"),
    ("title-place belwo", "below"),
    ("preview blokcs", "blocks"), ("help gapp", "gap"),
  ])
  func `the prompt asks likewise`(_ line: String, _ meant: String) throws {
    let outcome = try place.run(["prompt"], input: .text(line + "\n"))
    #expect(
      outcome.exitCode == 64 && outcome.error.contains("did you mean '\(meant)'?"), "\(outcome)")
  }

  @Test(arguments: [
    (#""layout": "mosiac""#, "mosaic"), (#""look": "polariod""#, "polaroid"),
    (#""border": "2%,navi""#, "navy"),
  ])
  func `so does a batch`(_ pair: String, _ meant: String) throws {
    let line = #"{"photos": ["1.jpg", "2.jpg"], \#(pair)}"#
    let outcome = try place.run(["batch"], input: .text(line))
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("did you mean '\(meant)'?"), "\(outcome)")
  }

  @Test(arguments: [
    ("gapp", "gap"), ("weigth", "weight"), ("serches", "searches"), ("librray", "library"),
  ])
  func `help on a mistyped name asks which one was meant`(_ word: String, _ meant: String) throws {
    try place.expectNothingChanges(
      by: ["help", word],
      .failed(
        64,
        "'\(word)' is neither a command, an option nor a topic; did you mean '\(meant)'?"))
  }

  @Test func `the version is found, and values that have another name, too`() throws {
    try expectQuestion(["--verison"], "Unknown option '--verison'. Did you mean '--version'?")
    try expectQuestion(
      ["make"] + photos + ["--title-position", "bottom"], "Did you mean '--title-place below'?")
    try expectQuestion(
      ["make"] + photos + ["--caption-position=under"], "Did you mean '--caption-place below'?")
  }

  @Test(arguments: [
    ("bottom", "below"), ("beneath", "below"), ("under", "below"), ("top", "above"),
  ])
  func `a title is put below by several words`(_ word: String, _ name: String) throws {
    let make = ["make"] + photos + ["--title", "Rome", "--dry-run", "--title-place"]
    let wanted = try place.run(make + [name])
    #expect(wanted.exitCode == 0)
    #expect(try place.run(make + [word]).answer == wanted.answer)
    let prompt = try place.run(["prompt"], input: .text("title-place \(word)\ntitle-place\n"))
    #expect(prompt.output == "title-place: \(name)\n", "\(prompt)")
  }

  @Test func `a number of columns or rows is told as cells`() throws {
    try expectQuestion(
      ["make"] + photos + ["--columns", "3"], "Did you mean '--cells 3x2' or '--layout columns'?")
    try expectQuestion(
      ["make"] + photos + ["--rows=2"], "Did you mean '--cells 2x2' or '--layout rows'?")
    let prompt = try place.run(["prompt"], input: .text("columns 3\n"))
    #expect(prompt.error.contains("did you mean 'cells 3x2'?"), "\(prompt)")
    let followed = try place.run(["make"] + photos + ["--cells", "3x2", "--dry-run"])
    #expect(followed.exitCode == 0, "\(followed)")
  }
}
