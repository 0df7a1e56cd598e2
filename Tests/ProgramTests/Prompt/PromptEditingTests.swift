import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct PromptEditingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try PromptPhotos.folder()
    try folder.write(PromptPhotos.jpeg, to: "my photo.jpg")
    try folder.write(Array("text".utf8), to: "almanac.txt")
    try folder.makeFolder("album")
    for name in ["2.jpg", "10.jpg", "1.txt"] {
      try folder.write(PromptPhotos.jpeg, to: FilePath("album").appending(name))
    }
  }

  // MARK: Completion

  @Test(arguments: [
    (2, "sav\t", "2 photos> save"), (2, "hel\tsav\t", "2 photos> help save"),
    (2, "preview bl\t", "2 photos> preview blocks"),
    (2, "add al\t", "2 photos> add album/"), (2, "add album/1\t", "2 photos> add album/10.jpg"),
    (2, "add my\t", "2 photos> add my\\ photo.jpg"),
    (2, "add 'my\t", "2 photos> add 'my photo.jpg'"),
    (2, "add ~/al\t2\t", "2 photos> add ~/album/2.jpg"),
    (2, "replace 1 alb\t", "2 photos> replace 1 album/"),
    // What is not enabled is not offered.
    (0, "sav\tx", "Collage> savx"), (1, "sw\tx", "1 photo> swx"), (2, "sw\t", "2 photos> swap"),
  ])
  func `Tab completes enabled commands, pictures and folders`(count: Int, keys: String, row: String)
    throws
  {
    let prompt = try PromptTerminal(in: folder, photos: count)
    try prompt.send(keys)
    try prompt.wait { $0.promptRow == row }
    prompt.expectTidy()
  }

  @Test func `where there are several ways Tab shows them`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.send("add album/\t")
    try prompt.wait {
      $0.promptRow == "2 photos> add album/" && $0.transcript.contains("2.jpg   10.jpg")
    }
    prompt.expectTidy()
    try prompt.send("\u{15}re\t")
    try prompt.wait {
      $0.promptRow == "2 photos> re"
        && $0.transcript.contains(
          "remove           replace          repeat           require-sandbox")
    }
    prompt.expectTidy()
  }

  // MARK: History

  @Test func `lines are kept and come back in the next prompt`() throws {
    let state = folder.path(of: "state")
    let first = try PromptTerminal(in: folder, environment: ["XDG_STATE_HOME": state.string])
    try first.ask("canvas 600x400")
    try first.ask("background red")
    try first.send("quit\r")
    try first.expectEnd(.exited(0))
    #expect(
      String(decoding: try folder.read("state/collage/history"), as: UTF8.self)
        == "canvas 600x400\nbackground red\nquit\n")

    let second = try PromptTerminal(in: folder, environment: ["XDG_STATE_HOME": state.string])
    try second.send("\u{1B}[A\u{1B}[A")
    try second.wait { $0.promptRow == "Collage> background red" }
    try second.send("\u{1B}[A")
    try second.wait { $0.promptRow == "Collage> canvas 600x400" }
    try second.send("\u{1B}[B\u{1B}[B\u{1B}[B")
    try second.wait { $0.promptRow == "Collage>" }
    try second.send("\u{12}600")
    try second.wait { $0.promptRow == "history '600': canvas 600x400" }
    second.expectTidy()
    try second.send("\r")
    try second.wait { $0.transcript.contains("canvas: 600x400") }
  }

  @Test func `the history's usual place is in the home folder, for its owner alone`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.ask("help save")
    let path = folder.path(of: ".local/state/collage/history")
    #expect(
      String(decoding: try folder.read(".local/state/collage/history"), as: UTF8.self)
        == "help save\n")
    #expect(try path.stat().permissions.rawValue & 0o77 == 0)
  }

  @Test func `Up finds what begins like the line, and the newest such line is suggested`() throws {
    let prompt = try PromptTerminal(in: folder)
    for line in ["canvas 600x400", "gap 2%", "canvas 300x200", "help save"] { try prompt.ask(line) }
    try prompt.send("can")
    try prompt.wait { $0.promptRow == "Collage> canvas 300x200" && $0.cursor.column == 12 }
    #expect(
      prompt.screen.style(of: "vas 300x200", inRow: prompt.screen.cursor.row) == CellStyle(.dim))
    #expect(prompt.screen.style(of: "can", inRow: prompt.screen.cursor.row) == CellStyle())
    try prompt.send("\u{1B}[A\u{1B}[A")
    try prompt.wait { $0.promptRow == "Collage> canvas 600x400" && $0.cursor.column == 23 }
    try prompt.send("\u{15}g\u{1B}[C")
    try prompt.wait { $0.promptRow == "Collage> gap 2%" && $0.cursor.column == 15 }
    prompt.expectTidy()
    try prompt.send("\r")
    try prompt.wait { $0.transcript.count { $0 == "gap: 2%" } == 2 }
  }

  @Test func `without colours nothing is suggested`() throws {
    let prompt = try PromptTerminal(in: folder, environment: ["NO_COLOR": "1"])
    try prompt.ask("canvas 600x400")
    try prompt.send("can\u{1B}[C\u{1B}[F!")
    try prompt.wait { $0.promptRow == "Collage> can!" }
  }

  // MARK: Editing

  @Test func `pasted lines are one line until Return is pressed`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send("add \u{1B}[200~a.jpg\nb.png\u{1B}[201~")
    try prompt.wait { $0.promptRow == "Collage> add a.jpg^Jb.png" }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.screen.promptRow == "Collage> add a.jpg^Jb.png")
    prompt.expectTidy()
    try prompt.send("\r")
    try prompt.wait {
      $0.promptRow == "2 photos>" && $0.transcript.contains("✓ added a.jpg, b.png")
    }
  }

  @Test func `characters are deleted as a reader sees them`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send("a日e\u{301}🌄")
    try prompt.wait { $0.promptRow == "Collage> a日e\u{301}🌄" && $0.cursor.column == 15 }
    for (rest, column) in [("a日e\u{301}", 13), ("a日", 12), ("a", 10), ("", 9)] {
      try prompt.send("\u{7F}")
      try prompt.wait {
        $0.promptRow.hasSuffix(">" + (rest.isEmpty ? "" : " " + rest)) && $0.cursor.column == column
      }
    }
  }

  @Test
  func `Ctrl-C drops the line or says how to leave, and answers of the terminal are not typed`()
    throws
  {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send("sve")
    try prompt.wait { $0.promptRow == "Collage> sve" }
    try prompt.send("\u{3}")
    try prompt.wait { $0.promptRow == "Collage>" }
    #expect(!prompt.screen.text.contains("to leave"))
    try prompt.send("\u{3}")
    try prompt.wait {
      $0.transcript.contains("to leave, type quit or press Ctrl-D") && $0.promptRow == "Collage>"
    }
    try prompt.send(
      "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4c\u{1B}]11;rgb:0/0/0\u{7}\u{1B}P1$r0m\u{1B}\\x"
    )
    try prompt.wait { $0.promptRow == "Collage> x" }
    prompt.expectTidy()
  }

  @Test func `what is typed ahead is carried out in order`() throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send("add a.jpg b.png\rswap 1 2\rremove 1\rlist\rcanvas\r")
    try prompt.wait { $0.transcript.contains("canvas: 2400x1600") }
    let rows = prompt.screen.transcript.drop { !$0.hasPrefix("✓ added") }
    #expect(
      rows.filter { !$0.contains("> ") }.prefix(5) == [
        "✓ added a.jpg, b.png", "✓ swapped photos 1 and 2", "✓ removed photo 1",
        "1  a.jpg  JPEG 48x32, 1% cropped", "canvas: 2400x1600",
      ])
    prompt.expectTidy()
  }
}
