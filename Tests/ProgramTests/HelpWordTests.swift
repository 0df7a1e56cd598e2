import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// `collage help WORD` leads somewhere for the words that people try.
@Suite(.waiting) struct HelpWordTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [
    ("arrange", "In the prompt: arrange"), ("undo", "In the prompt: undo"),
    ("undo", "See 'collage library undo --help'."),
    ("albums", "See 'collage library album --help'."),
    ("exit", "64 "), ("exits", "64 "), ("exit-codes", "64 "), ("save", "In the prompt: save"),
    ("add", "In the prompt: add"), ("add", "collage library album add"),
    ("remake", "See 'collage library remake --help'."), ("environment", "COLLAGE_LIBRARY"),
    ("event", "--by <"), ("row", "--cells <"), ("rows", "--layout <"),
    ("trash", "See 'collage library undo --help'."), ("bottom", "--title-place <"),
    ("passport", "--sheet <"), ("passport", "--margin 0 --sheet"),
    ("book", "See 'collage pages --help'."), ("contact-sheets", "See 'collage pages --help'."),
    ("picker", "See 'collage pick --help'."), ("manifest", "See 'collage batch --help'."),
    ("delete", "See 'collage library undo --help'."), ("ids", "See 'collage library path --help'."),
    ("keywords", "--count-by <"), ("zoom", "z and Z while you arrange"), ("month", "--captions <"),
    ("mouse", " click "),
    ("left", "--turn <"), ("left", "--focus <"),
    ("title", "See also: title-place (above or below), font"),
    ("keep-whole", "--keep-whole all keeps all"), ("weight", "From 0.01 to 100"),
    ("weight", "--weight rating"), ("weight", "the prompt: weight 1 3"),
    ("focus", "left, right, top and bottom"), ("searches", "like:PHOTO"), ("like", "like:PHOTO"),
    ("json", "collage --generate surface"), ("faces", "--keep-whole <"), ("arrange", "PgUp/PgDn"),
    ("e-ink", "--palette <"), ("screen", "See 'collage next --help'."), ("dates", "--captions <"),
    ("keywords", "keyword:"), ("examples", "See 'collage make --help'."),
    ("subfolders", "--recursive"), ("resolution", "--canvas <"), ("square", "--cells <"),
  ])
  func `a word leads to what it is about`(_ word: String, _ text: String) throws {
    let outcome = try place.run("help", word)
    #expect(outcome.exitCode == 0 && outcome.error == "", "\(outcome)")
    #expect(outcome.output.replacing(/\n +/, with: " ").contains(text), "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test func `help is about one word at a time`() throws {
    let outcome = try place.run("help", "gap", "margin")
    #expect(
      outcome.answer
        == .failed(64, "help is about one word at a time; leave out 'margin' or 'gap'"))
  }

  @Test func `the keys of JSON stand where help says`() throws {
    #expect(
      try place.run("--generate", "surface").output.contains("\nanswer make --json: id\n"))
  }

  @Test func `a description says how it is corrected`() throws {
    let help = try place.run("describe", "--help").output.replacing("\n", with: " ")
    #expect(help.contains("collage library remake ID --alt TEXT"), "\(help)")
  }

  @Test func `help on a list begins with its usual options`() throws {
    let help = try place.run("library", "list", "--help").output
    let places = ["<word>", "--sort", "--album", "--since", "--json", "--sheet", "--title"].map {
      help.firstRange(of: "\n  \($0)")?.lowerBound
    }
    #expect(!places.contains(nil), "\(help)")
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted(), "\(help)")
  }

  @Test(arguments: [
    ("undo", "after a save it brings the saved collage back"), ("weight", "from 0.01 to 100"),
    ("focus", "focus 2 left"), ("keep-whole", "keep-whole all"), ("rotate", "turn [N"),
  ])
  func `help in the prompt says more`(_ topic: String, _ text: String) throws {
    let outcome = try place.run(["prompt"], input: .text("help \(topic)\n"))
    #expect(outcome.exitCode == 0 && outcome.output.contains(text), "\(outcome)")
  }

  @Test func `the manual has each pair of options once, and search words in one table`() throws {
    let manual = try place.run("--generate", "markdown").output
    #expect(manual.matches(of: /\n\| `--trim, --no-trim` \|/).count == 1)
    #expect(manual.matches(of: /\n\| `--no-(trim|repeat|exact|lossless|cut-marks)`/).isEmpty)
    #expect(manual.contains("\n| `like:PHOTO` | photos that show the same view"))
    #expect(!manual.contains("\nlike:PHOTO"))
    #expect(manual.contains("| `collage help <name>` | Explain a command"))
    #expect(
      manual.contains("find, next, library list: nothing found; describe: there is no description"))
    #expect(!manual.contains("'cells' puts photos"))
    for wish in [
      "put the title below", "put photos side by side", "have a transparent background",
      "correct a collage's description", "print passport pictures on a sheet",
      "have one event a page",
    ] {
      #expect(manual.contains("\n| \(wish) | `collage "), "\(wish)")
    }
  }
}
