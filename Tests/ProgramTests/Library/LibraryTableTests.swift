import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What `library list` prints for people, and what words find.
@Suite(.waiting) struct LibraryTableTests {
  private let place: Workplace
  private let (rome, plain): (String, String)

  init() throws {
    place = try Workplace(photos: 4)
    try place.folder.write(place.folder.read("3.jpg"), to: "grandma.jpg")
    rome = try place.make(
      "1.jpg", "2.jpg", "4.jpg", "3.jpg", "--library", "lib", "--title", "Rome in the rain"
    ).id
    plain = try place.make("grandma.jpg", "2.jpg", "--library", "lib").id
    for (id, date) in [(rome, "2024-07-15 12:34"), (plain, "2025-01-02 03:04")] {
      _ = try place.shell("touch -d '\(date)' lib/collage-\(id).jpg", [])
    }
  }

  /// The rows on a terminal of this width.
  private func rows(_ arguments: String..., columns: Int = 80) throws -> [String] {
    let command = BuiltProgram.command(
      ["library", "list", "--library", "lib"] + arguments, in: place.folder)
    let terminal = try PseudoTerminal(running: command, columns: columns)
    _ = try terminal.waitForEnd()
    return Array(terminal.screen.rows.prefix { !$0.isEmpty })
  }

  @Test func `on a terminal it is a table, the newest first`() throws {
    let rows = try rows()
    #expect(rows.count == 3)
    #expect(
      rows[0].wholeMatch(of: /ID        COLLAGE +PHOTOS  PIXELS +SIZE  SAVED/) != nil, "\(rows)")
    #expect(
      rows[1].wholeMatch(
        of: /[0-9a-f]{8}  grandma\.jpg, 2\.jpg +2  40x20 +\d+ kB  2025-01-02 03:04/) != nil
        && rows[1].hasPrefix(plain.prefix(8)))
    #expect(
      rows[2].wholeMatch(
        of: /[0-9a-f]{8}  Rome in the rain.* +4  40x\d+ +\d+ kB  2024-07-15 12:34/) != nil
        && rows[2].hasPrefix(rome.prefix(8)))
  }

  /// The rows that a command leaves on a terminal.
  private func shown(_ arguments: String...) throws -> [String] {
    let terminal = try PseudoTerminal(
      running: BuiltProgram.command(arguments, in: place.folder), columns: 160)
    _ = try terminal.waitForEnd()
    return terminal.screen.rows.filter { !$0.isEmpty }
  }

  @Test func `on a terminal, make says where the collage is, and remove that it can come back`()
    throws
  {
    let made = try shown("make", "1.jpg", "grandma.jpg", "--library", "lib")
    let id = try #require(made.first)
    #expect(made == [id, "collage: saved as lib/collage-\(id).jpg"], "\(made)")
    #expect(try shown("make", "1.jpg", "grandma.jpg", "-o", "a.jpg").count == 1)
    #expect(try shown("make", "1.jpg", "grandma.jpg", "--library", "lib", "--quiet").count == 1)
    #expect(
      try shown("library", "remove", id, "--library", "lib")
        == [id, "collage: it is in the trash; 'collage library undo' restores it"])
    #expect(
      try shown("library", "undo", "--library", "lib")
        == [id, "collage: restored as lib/collage-\(id).jpg"])
    #expect(
      try shown("library", "remove", id, plain, "--permanently", "--library", "lib").last
        == "collage: deleted for good")
    let verified = try shown("library", "verify", "--library", "lib")
    #expect(verified.last == "collage: 1 intact", "\(verified)")
  }

  @Test(arguments: [20, 30, 40, 60, 100, 160])
  func `the table fits any window`(columns: Int) throws {
    let rows = try rows(columns: columns)
    #expect(rows.count == 3 && rows.allSatisfy { $0.count <= columns })
    #expect(rows[1].hasPrefix(plain.prefix(8)))
    #expect(rows[2].contains("Rome in"))
    #expect(rows[1].contains("2025-01-02") == (columns >= 60))
    #expect(rows[2].contains("1.jpg, 2.jpg, 4.jpg, 3.jpg") == (columns >= 100))
  }

  @Test func `words find titles, photos' names and dates`() throws {
    func found(_ words: String...) throws -> [String] {
      try place.run(["library", "list", "--library", "lib", "--sort", "date"] + words).output
        .split(separator: "\n").map { String($0.prefix(32)) }
    }
    #expect(try found("grandma") == [plain])
    #expect(try found("RAIN", "rome") == [rome])
    #expect(try found("2.jpg") == [plain, rome])
    #expect(try found("2024-07") == [rome])
    #expect(try found(String(rome.prefix(5))) == [rome])
    #expect(
      try place.run("library", "list", "--library", "lib", "nobody").answer
        == .failed(1, "nothing found among 2 collages in lib"))
    #expect(try rows("grandma").count == 2)
    let json = try place.run("library", "list", "--library", "lib", "--json", "grandma")
    #expect(json.output.split(separator: "\n").count == 1 && json.output.contains(plain))
  }

  @Test func `an empty library says so on a terminal, and a damaged file keeps its row`() throws {
    let empty = try PseudoTerminal(
      running: BuiltProgram.command(["library", "list", "--library", "none"], in: place.folder))
    #expect(try empty.waitForEnd() == .exited(0))
    #expect(empty.screen.rows[0] == "collage: there are no collages in none yet")
    try place.folder.write(
      [1, 2, 3], to: FilePath("lib/collage-\(String(repeating: "a", count: 32)).jpg"))
    #expect(try rows().contains { $0.hasPrefix("aaaaaaaa  (damaged, or not") })
  }

  @Test func `words that people try lead to the library's commands`() throws {
    for (words, meant) in [
      (["library", "rm", "2f9c"], "remove"), (["library", "delete"], "remove"),
      (["library", "restore"], "undo"), (["library", "ls"], "list"),
    ] {
      #expect(
        try place.run(words).answer
          == .failed(64, "'\(words[1])' is not a command; did you mean '\(meant)'?"))
    }
    for (word, meant) in [
      ("rm", "library remove"), ("delete", "library remove"), ("restore", "library undo"),
      ("open", "prompt --reopen"), ("search", "find"),
    ] {
      #expect(
        try place.run(word).answer
          == .failed(64, "'\(word)' is neither a command nor a file; did you mean '\(meant)'?"))
    }
    #expect(
      try place.run("prompt", "--open", "x.jpg").error.contains("Did you mean '--reopen'?"))
  }
}
