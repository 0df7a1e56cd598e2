import FoundationEssentials
import Glibc
import Imaging
import PhotoCodecs
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import CollageCLI

/// Choosing, ordering and picturing the collages of a list, and rows that come one by one.
@Suite(.waiting) struct ListCommandTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// Makes a file with a collage's name, of this size and day of 2024.
  private func write(_ digit: String, bytes: Int, day: Int) throws {
    let name = "lib/collage-\(String(repeating: digit, count: 32)).jpg"
    try place.folder.write([UInt8](repeating: 1, count: bytes), to: FilePath(name))
    _ = try place.shell(
      #"touch -d "2024-07-$1 12:00" "$2""#.replacing("$1", with: "\(day)").replacing(
        "$2", with: name), [])
  }

  /// The first digits of the ids that a list prints.
  private func listed(_ options: String...) throws -> String {
    try place.run(["library", "list", "--library", "lib"] + options).output.split(separator: "\n")
      .map { $0.prefix(1) }
      .joined()
  }

  @Test func `a list is sorted, and begins at a date`() throws {
    try place.folder.makeFolder("lib")
    try write("a", bytes: 1, day: 20)
    try write("b", bytes: 3, day: 10)
    try write("c", bytes: 2, day: 15)
    #expect(try listed() == "acb")
    #expect(try listed("--sort", "date") == "acb")
    #expect(try listed("--sort", "name") == "abc")
    #expect(try listed("--sort", "size") == "bca")
    #expect(try listed("--sort", "name", "--since", "2024-07-15") == "ac")
    #expect(try listed("--sort", "name", "--since", "2024") == "abc")
    #expect(try listed("--since", "7d") == "")
    _ = try place.shell("touch lib/*c.jpg", [])
    #expect(try listed("--since", "1h") == "c")
    for since in ["7x", "2024-02-31", "2024-13", "", "d", "-1d", "tomorrow"] {
      #expect(try place.run("library", "list", "--since=\(since)").exitCode == 64)
    }
  }

  @Test func `today and yesterday are the days of a save, also without a key`() throws {
    try place.folder.makeFolder("lib")
    try write("a", bytes: 1, day: 20)
    try write("b", bytes: 3, day: 10)
    _ = try place.shell("touch lib/*b.jpg", [])
    // If midnight comes in between, it was yesterday.
    let today = try listed("today")
    let yesterday = try listed("yesterday")
    #expect(Set([today, yesterday]) == ["b", ""])
    #expect(Set([try listed("date:today"), try listed("date:yesterday")]).contains("b"))
    #expect(try listed("date:..yesterday").contains("a"))
  }

  @Test func `dates with a key are those of saving`() throws {
    try place.folder.makeFolder("lib")
    try write("a", bytes: 1, day: 20)
    try write("b", bytes: 3, day: 10)
    try write("c", bytes: 2, day: 15)
    for (word, found) in [
      ("date:2024-07-10", "b"), ("date:2024-07-11..2024-07", "ac"), ("after:2024-07-15", "ac"),
      ("before:2024-07-15", "b"), ("date:2024", "abc"), ("-date:2024-07-10", "ac"),
    ] {
      let list = ["--sort", "name"] + (word.hasPrefix("-") ? ["--", word] : [word])
      #expect(
        try place.run(["library", "list", "--library", "lib"] + list).output
          .split(separator: "\n").map { $0.prefix(1) }.joined() == found, "\(word)")
    }
    let none = try place.run("library", "list", "--library", "lib", "date:1999")
    #expect(none.exitCode == 1 && none.output == "")
    let wrong = try place.run("library", "list", "--library", "lib", "date:20x")
    #expect(wrong.exitCode == 64 && wrong.error.contains("write a year, a month or a day"))
    let person = try place.run("library", "list", "--library", "lib", "person:lena")
    #expect(person.exitCode == 64)
    #expect(person.error.hasPrefix("collage: person: is a word of 'find'; here are date:"))
  }

  @Test(arguments: [
    ("12h", 12 * 3600), ("7d", 7 * 86_400), ("2w", 14 * 86_400), ("0h", 0),
  ])
  func `an age is in hours, days or weeks`(text: String, seconds: Int) {
    let now = 1_720_000_000
    #expect(PointInTime(text, now: now)?.unixTime == now - seconds)
  }

  @Test func `a date is a day that there is`() {
    for text in ["2024-02-29", "2024-12-31", "2024-01-01"] {
      #expect(PointInTime(text, now: 0) != nil, "\(text)")
    }
    for text in ["2023-02-29", "2024-04-31", "2024-12-32", "2024-00-01", "2024-01-00", "2024-1-1"] {
      #expect(PointInTime(text, now: 0) == nil, "\(text)")
    }
  }

  @Test func `no moment is too far away to be listed or compared`() throws {
    try place.folder.makeFolder("lib")
    try write("a", bytes: 1, day: 20)
    try write("b", bytes: 1, day: 10)
    _ = try place.shell("touch -d 2400-01-01 lib/*b.jpg", [])
    #expect(try listed("--sort", "date") == "ba")
    #expect(try listed("--since", "2300") == "b")
    for since in ["0001", "999999w"] {
      #expect(try listed("--sort", "name", "--since", since) == "ab")
    }
    #expect(
      try place.run("library", "list", "--library", "lib", "--since", "9999").answer == .done(""))
  }

  @Test func `list --json has the recipe's facts`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--library", "lib", "--quality", "77")
    try write("a", bytes: 1, day: 20)
    let outcome = try place.run("library", "list", "--json", "--sort", "date", "--library", "lib")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 2 && outcome.exitCode == 0)
    let shown = try Report.Shown(lines[0])
    #expect(shown.id == made.id && shown.recipe.settings["quality"] == "77")
    #expect(shown.recipe.settings["layout"] == "grid")
    #expect(shown.recipe.photos.map(\.name) == ["1.jpg", "2.jpg"])
    #expect(shown.recipe.canvas == Report.Size(width: 40, height: 20))
    // A file without a recipe has none.
    #expect(lines[1].contains(#""date":"2024-07-20T12:00:00""#) && !lines[1].contains("recipe"))
  }

  @Test(.enabled(if: OrdinaryUser.isPossible, "needs permissions to apply to us"))
  func `list --json says when recipes may not be read`() throws {
    let made = try place.make("1.jpg", "2.jpg", "--library", "lib")
    try place.folder.setPermissions([], of: FilePath("lib/collage-\(made.id).jpg"))
    let command = BuiltProgram.command(
      ["library", "list", "--json", "--library", "lib"], in: place.folder)
    let outcome = try OrdinaryUser.run(command)
    #expect(
      outcome.exitCode == 66
        && outcome.error == "collage: 1 unreadable; see 'collage library verify'\n")
    #expect(outcome.output.contains(made.id))
  }

  @Test func `a contact sheet shows the collages of a list`() throws {
    let ids = try [["1.jpg", "2.jpg"], ["2.jpg", "1.jpg"], ["1.jpg", "1.jpg"]].map { photos in
      try place.run(Workplace.make + photos + ["--library", "lib", "--album", "Trip"]).id
    }
    let sheet = ["library", "list", "--library", "lib", "--sort", "name", "--sheet", "sheet.png"]
    let outcome = try place.run(sheet)
    #expect(outcome.answer == .done("\(try place.identity(of: "sheet.png"))\n"))
    let file = try PhotoFile.open(place.folder.path(of: "sheet.png"))
    let size = try PhotoHeader(of: file, limits: DecodeLimits(), isCancelled: { false }).size
    // Two columns of 216 pixels and a gap, two rows of 238.
    #expect(size == PixelSize(width: 448, height: 492))
    // Ours, so it may be replaced; in the album are the same.
    #expect(try place.run(sheet + ["--album", "Trip"]).answer == outcome.answer)
    try place.folder.write([1], to: "mine.png")
    try place.expectNothingChanges(
      by: ["library", "list", "--library", "lib", "--sheet", "mine.png"],
      .failed(
        73,
        "mine.png: exists and was not made by collage; choose another name, or use --force to replace it"
      )
    )
    try place.expectNothingChanges(
      by: ["library", "list", "--library", "none", "--sheet", "x.png"],
      .failed(66, "there are no collages to put on a sheet"))
    #expect(ids.count == 3)
  }

  @Test func `a contact sheet has a title, and captions below its collages`() throws {
    for (title, photos) in [
      ("Rome", ["1.jpg", "2.jpg"]), ("A week at the sea", ["2.jpg", "1.jpg"]),
    ] {
      _ = try place.run(Workplace.make + photos + ["--library", "lib", "--title", title])
    }
    let sheet = ["library", "list", "--library", "lib", "--sort", "name", "--sheet"]
    let plain = try place.run(sheet + ["plain.png"])
    #expect(plain.exitCode == 0)
    let titled = try place.run(
      sheet + ["titled.png", "--title", "Summer", "--captions", "{n}. {title}"])
    #expect(titled.exitCode == 0 && titled.error.isEmpty)
    let (before, after) = (try place.picture("plain.png"), try place.picture("titled.png"))
    // An em is 14 pixels: a title of one line, and captions of up to three below each of one row
    // of collages.
    #expect(
      after.size.width == before.size.width && after.size.height == before.size.height + 41 + 50)
    // The same collages in other places, and something else below them.
    #expect(
      try place.run(sheet + ["again.png", "--title", "Summer", "--captions", "{n}. {title}"]).id
        == titled.id)
    #expect(
      try place.run(sheet + ["other.png", "--title", "Summer", "--captions", "{n}."]).id
        != titled.id)
    #expect(
      try place.run("library", "list", "--library", "lib", "--captions", "title").answer
        == .failed(64, "a title and captions need --sheet; see 'collage library list --help'"))
  }

  @Test func `a title of several lines that a file claims to have is a caption of one line`() throws
  {
    let made = try place.run(
      Workplace.make + ["1.jpg", "2.jpg", "--library", "lib", "--title", "Rome 123456 Delft"])
    let name = try #require(try place.folder.names(in: "lib").first { $0.contains(made.id) })
    let file = FilePath("lib/\(name)")
    let sheet = ["library", "list", "--library", "lib", "--captions", "title", "--sheet"]
    let bytes = try place.folder.read(file)
    let place = try #require(bytes.firstRange(of: Array("123456".utf8)))
    for (text, output) in [("\\u000a", "lines.png"), ("\\u0020", "blank.png")] {
      try self.place.folder.write(
        bytes[..<place.lowerBound] + Array(text.utf8) + bytes[place.upperBound...], to: file)
      let outcome = try self.place.run(sheet + [output])
      #expect(outcome.exitCode == 0, "\(outcome)")
    }
    #expect(try self.place.identity(of: "lines.png") == self.place.identity(of: "blank.png"))
  }

  @Test(.enabled(if: Tracer.isPossible, "\(Tracer.reason)"))
  func `verify prints each row when it is known, and Ctrl-C ends it between rows`() throws {
    // So many that Ctrl-C comes in time on a busy machine, too.
    let gaps = 0..<12
    for gap in gaps {
      let options = ["--gap", "\(gap)", "--library", "lib"]
      #expect(try place.run(Workplace.make + ["1.jpg", "2.jpg"] + options).exitCode == 0)
    }
    let command = BuiltProgram.command(["library", "verify", "--library", "lib"], in: place.folder)
    // Each file takes half a second or more to read.
    let terminal = try PseudoTerminal(
      running: Tracer.command(command, calls: "pread64", fault: "delay_enter=500000"), columns: 120)
    try terminal.wait { screen in
      screen.rows.contains { $0.hasPrefix("intact") }
        && terminal.output.firstRange(of: Array("[#####".utf8)) != nil
    }
    try terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    let rows = terminal.screen.rows.filter { !$0.isEmpty }
    #expect((1..<gaps.count).contains(rows.count { $0.hasPrefix("intact") }))
    #expect(rows.last == "collage: interrupted; only the files printed so far were checked")
    // The progress in between is erased.
    #expect(!rows.contains { $0.hasPrefix("[") })
  }

  @Test func `nothing about a foreign file claims that it is damaged`() throws {
    let id = String(repeating: "12", count: 16)
    try place.folder.makeFolder("lib")
    try place.folder.write(Workplace.photos[0], to: FilePath("lib/collage-\(id).jpg"))
    let advice = "move them away, or make the collages with --force"
    let foreign = Answer(
      code: 65, output: "foreign\tlib/collage-\(id).jpg\n",
      error: "collage: 1 named like a collage, but not made by collage; \(advice)\n")
    #expect(try place.run("library", "verify", "--library", "lib").answer == foreign)
    #expect(try place.run("library", "verify", id, "--library", "lib").answer == foreign)
  }
}
