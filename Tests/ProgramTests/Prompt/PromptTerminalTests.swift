import Glibc
import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

@Suite(.waiting) struct PromptTerminalTests {
  let folder: TemporaryFolder

  init() throws { folder = try PromptPhotos.folder() }

  // MARK: Leaving

  @Test(arguments: ["quit\r", "exit\r", "\u{4}"])
  func `without photos one is let go at once`(leave: String) throws {
    let prompt = try PromptTerminal(in: folder)
    try prompt.send(leave)
    try prompt.expectEnd(.exited(0))
    // Only the messages are left of the prompt.
    #expect(!prompt.screen.text.contains("remove"))
  }

  @Test func `in a narrow window the first words wrap between words`() throws {
    let prompt = try PromptTerminal(in: folder, rows: 10, columns: 40)
    #expect(prompt.screen.transcript.prefix(2).last == "  up to six photos, or pick them")
  }

  @Test(arguments: ["quit\r", "\u{4}"])
  func `unsaved photos are asked about once`(leave: String) throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    let question = "2 photos not saved; save first, or quit again to leave"
    try prompt.send(leave)
    try prompt.wait { $0.transcript.contains(question) }
    prompt.expectTidy()
    // Whatever is done in between, the next warning is a first one again.
    try prompt.ask("list")
    try prompt.send(leave)
    try prompt.wait { $0.transcript.filter { $0 == question }.count == 2 }
    try prompt.send(leave)
    try prompt.expectEnd(.exited(0))
  }

  @Test(arguments: ["n", "no", "NO"])
  func `no keeps the photos when leaving is asked about`(answer: String) throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.ask("quit")
    #expect(try prompt.ask(answer) == ["nothing was changed; go on, or save"])
    #expect(prompt.screen.promptRow == "2 photos>")
    // It is asked about again, and at other times the word is what it was.
    #expect(
      try prompt.ask("quit") == ["2 photos not saved; save first, or quit again to leave"])
  }

  @Test(arguments: ["y", "yes"]) func `yes leaves when leaving is asked about`(answer: String)
    throws
  {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    #expect(
      try prompt.ask(answer) == ["✗ '\(answer)' is neither a command nor a file; type help"])
    try prompt.ask("quit")
    try prompt.send(answer + "\r")
    try prompt.expectEnd(.exited(0))
  }

  @Test func `what was pasted behind the last quit is not carried out`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.send("\u{1B}[200~quit\nquit\nsave out.jpg\nquit\u{1B}[201~\r")
    try prompt.expectEnd(.exited(0))
    #expect(try !folder.names().contains("out.jpg"))
  }

  @Test func `commands pasted behind a save wait for it`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.send("\u{1B}[200~save out.jpg\nadd c.jpg\u{1B}[201~\r")
    try prompt.wait { $0.promptRow == "1 photo>" && $0.text.contains("✓ added c.jpg") }
    #expect(try folder.names().contains("out.jpg"))
    prompt.expectTidy()
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal leaves the terminal as it was`(signal: Int32) throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    #expect(try prompt.terminal.modes != prompt.terminal.modesAtStart)
    try prompt.send("canv")
    try prompt.wait { $0.promptRow == "2 photos> canv" }
    prompt.terminal.send(signal: signal)
    try prompt.expectEnd(.exited(128 + signal))
  }

  @Test func `a signal in the first moment is heard too`() throws {
    for _ in 0..<5 {
      let terminal = try PseudoTerminal(running: BuiltProgram.command(["prompt"], in: folder))
      try terminal.wait { $0.privateModes.contains(2004) }
      terminal.send(signal: SIGTERM)
      #expect(try terminal.waitForEnd() == .exited(143))
      #expect(try terminal.modes == terminal.modesAtStart)
    }
  }

  @Test func `when the window is closed the program ends`() throws {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    prompt.terminal.hangUp()
    #expect(try prompt.terminal.waitForEnd() == .exited(129))
  }

  @Test(arguments: [SIGQUIT, SIGABRT, SIGSEGV])
  func `a signal that kills leaves the terminal as it was, and kills`(signal: Int32) throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "off", "a.jpg", "b.png"],
      // The Swift runtime would offer on the terminal to debug the crash.
      environment: signal == SIGQUIT ? [:] : ["SWIFT_BACKTRACE": "enable=no"], title: "2 photos")
    // Wait until nothing more is about to be drawn.
    try prompt.wait { $0.status?.contains("crops") == true }
    try prompt.terminal.waitUntilQuiet()
    #expect(try prompt.terminal.modes != prompt.terminal.modesAtStart)
    prompt.terminal.send(signal: signal)
    try prompt.expectEnd(.killed(signal: signal))
    // What comes next does not overwrite the prompt.
    #expect(prompt.screen.promptRow == "" && prompt.screen.text.contains("2 photos>"))
  }

  // MARK: Stopping

  @Test func `Ctrl-Z gives the terminal back, and fg goes on where it was`() throws {
    var shell = ChildProcess("/bin/sh", ["-i"], in: folder.path)
    shell.environment.merge(["PS1": "shell$ ", "PROGRAM": BuiltProgram.path.string]) { _, new in new
    }
    let terminal = try PseudoTerminal(running: shell)
    try terminal.send("$PROGRAM prompt --preview off a.jpg b.png\r")
    try terminal.wait { $0.promptRow == "2 photos>" }
    for round in 1...5 {
      try terminal.send("canv")
      try terminal.wait { $0.promptRow.hasSuffix("> " + String(repeating: "canv", count: round)) }
      try terminal.send("\u{1A}")
      try terminal.wait { $0.promptRow == "shell$" }
      #expect(try terminal.modes == terminal.modesAtStart)
      #expect(terminal.screen.privateModes == [7, 25])
      // In the background it stops as soon as it would use the terminal.
      try terminal.send("bg; until jobs >state; grep -q tty state; do sleep 0.01; done; jobs\r")
      try terminal.wait { $0.promptRow == "shell$" && $0.text.contains("tty output") }
      #expect(try terminal.modes == terminal.modesAtStart)
      try terminal.send("clear; fg\r")
      try terminal.wait {
        $0.promptRow.hasPrefix("2 photos> canv") && $0.rows[$0.cursor.row - 1].isHints
      }
    }
    try terminal.send("\u{15}quit\rquit\r")
    try terminal.wait { $0.promptRow == "shell$" }
    #expect(terminal.screen.unknownSequences == [])
  }

  @Test func `a shell with an editor of its own goes on too`() throws {
    var shell = ChildProcess("/bin/bash", ["--norc", "--noprofile", "-i"], in: folder.path)
    shell.environment.merge(["PS1": "shell$ ", "PROGRAM": BuiltProgram.path.string]) { _, new in new
    }
    let terminal = try PseudoTerminal(running: shell)
    try terminal.send("$PROGRAM prompt --preview off a.jpg b.png\r")
    try terminal.wait { $0.promptRow == "2 photos>" }
    try terminal.send("help sa")
    try terminal.wait { $0.promptRow == "2 photos> help sa" }
    try terminal.send("\u{1A}")
    try terminal.wait { $0.promptRow == "shell$" && $0.text.contains("Stopped") }
    #expect(!terminal.screen.text.contains("2 photos>"))
    try terminal.send("echo between\r")
    try terminal.wait { $0.promptRow == "shell$" && $0.rows.contains("between") }
    try terminal.send("fg\r")
    try terminal.wait { $0.promptRow == "2 photos> help sa" }
    // What the shell showed meanwhile is still there.
    #expect(terminal.screen.rows.contains("between"))
    try terminal.send("ve\r")
    try terminal.wait {
      $0.text.contains("save to the library, an album or FILE") && $0.promptRow == "2 photos>"
    }
    try terminal.send("\u{4}\u{4}")
    try terminal.wait { $0.promptRow == "shell$" }
  }

  // MARK: Drawing

  @Test func `a keystroke sends less than 300 bytes`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "ascii", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.rows.contains { $0.count > 30 && !$0.contains(" ") } }
    try prompt.terminal.waitUntilQuiet(for: .milliseconds(400))
    let line =
      "add 'a photo with a rather long name.jpg' and/another/photo/in/a/folder.png and one more for the end"
    let keys =
      line.map(String.init) + [
        "\u{1B}[D", "\u{1B}b", "\u{7F}", "x", "\u{1}", "\u{5}", "\u{17}", "\u{19}",
      ]
    for key in keys {
      let mark = prompt.terminal.output.count
      try prompt.send(key)
      try prompt.wait { _ in prompt.terminal.output.count > mark }
      try prompt.terminal.waitUntilQuiet(for: .milliseconds(2))
      #expect(prompt.terminal.output.count - mark < 300, "\(key.debugDescription)")
    }
    prompt.expectTidy()
  }

  @Test(arguments: [(24, 80), (12, 40)])
  func `no row wraps, whatever is typed`(rows: Int, columns: Int) throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "256", "a.jpg", "b.png", "c.jpg", "d.png"], rows: rows,
      columns: columns,
      title: "4 photos")
    try prompt.wait { !$0.pictureRows.isEmpty }
    prompt.expectTidy()
    let height = prompt.screen.pictureRows.count
    #expect(height == min(max(rows - 10, rows / 2), rows - 4))
    try prompt.send("add 日本の写真.jpg 🌄.png" + String(repeating: " and-more", count: 30))
    try prompt.wait { $0.promptRow.hasSuffix("and-more") && $0.promptRow.hasPrefix("4 photos> <") }
    prompt.expectTidy()
    try prompt.send("\u{1}")
    try prompt.wait {
      $0.promptRow.hasPrefix("4 photos> add 日本の写真.jpg") && $0.promptRow.hasSuffix(">")
    }
    prompt.expectTidy()
    #expect(prompt.screen.pictureRows.count == height)
    try prompt.send("\u{5}\u{15}")
    try prompt.ask("list")
    try prompt.ask("swap 1 2")
    try prompt.ask("clear")
    try prompt.wait { $0.pictureRows.isEmpty }
    try prompt.ask("undo")
    try prompt.wait { $0.pictureRows.count == height }
    prompt.expectTidy()
  }

  @Test func `a new size of the window redraws everything where it belongs`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "blocks", "a.jpg", "b.png"], title: "2 photos")
    try prompt.wait { $0.pictureRows.count == 14 }
    try prompt.send("add 'c.jpg' d.p")
    try prompt.wait { $0.promptRow.hasSuffix("d.p") }
    for (rows, columns) in [(12, 40), (30, 100), (12, 30), (9, 20), (24, 80), (50, 200)] {
      prompt.terminal.resize(rows: rows, columns: columns)
      // The picture is three columns to a row, for two photos of three by two.
      let height = min(max(rows - 10, rows / 2), rows - 4, max(1, (columns - 1 + 1) / 3))
      try prompt.wait { $0.pictureRows.count == height && $0.promptRow.hasSuffix("d.p") }
      try prompt.terminal.waitUntilQuiet(for: .milliseconds(50))
      prompt.expectTidy()
    }
    #expect(prompt.screen.transcript.filter { $0.contains("up to six photos") }.count == 1)
    try prompt.send("ng\r")
    try prompt.wait { $0.promptRow == "4 photos>" && $0.text.contains("✓ added c.jpg, d.png") }
    prompt.expectTidy()
  }

  @Test func `a window that is resized again and again keeps no ghosts`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "ascii", "a.jpg", "b.png"], title: "2 photos")
    // Rows drawn at the very moment when the window changes, before the program can know, may be
    // left behind.
    try prompt.wait { $0.text.contains("added a.jpg") && $0.rows.filter(\.isLetters).count == 14 }
    for round in 0..<20 {
      prompt.terminal.resize(rows: round % 2 == 0 ? 12 : 24, columns: round % 3 == 0 ? 40 : 80)
      try prompt.send("x")
      if round % 4 == 0 { try prompt.terminal.waitUntilQuiet(for: .milliseconds(20)) }
    }
    prompt.terminal.resize(rows: 24, columns: 79)
    try prompt.wait { $0.promptRow.hasSuffix(String(repeating: "x", count: 20)) }
    func isClean(_ screen: ScreenModel) -> Bool {
      screen.rows.filter(\.isHints).count == 1 && screen.rows.filter(\.isLetters).count == 14
    }
    // What is left of the old sizes is cleared a moment after the last of them; where other programs
    // keep the processor busy, the user clears it.
    if (try? prompt.wait(within: .seconds(10), until: isClean)) == nil {
      try prompt.send("\u{C}")
      try prompt.wait(until: isClean)
    }
    try prompt.terminal.waitUntilQuiet()
    #expect(prompt.screen.unknownSequences == [])
    #expect(prompt.screen.rows.filter(\.isHints).count == 1)
    #expect(prompt.screen.rows.filter(\.isLetters).count == 14, "\(prompt.screen.text)")
  }

  @Test(arguments: [ResizeBehaviour.wraps, .cuts])
  func `a burst of new sizes takes away nothing that was there before`(behaviour: ResizeBehaviour)
    throws
  {
    var shell = ChildProcess(
      "/bin/sh",
      [
        "-c",
        "seq 1001 1040; exec \"$PROGRAM\" prompt --layout grid --canvas 2400x1600 a.jpg b.png",
      ],
      in: folder.path)
    shell.environment.merge([
      "PROGRAM": BuiltProgram.path.string, "NO_COLOR": "1", "LANG": "C.UTF-8",
    ]) { $1 }
    let terminal = try PseudoTerminal(running: shell)
    try terminal.wait { $0.promptRow == "2 photos>" }
    try terminal.send(
      "\u{1B}P>|\(behaviour == .cuts ? "XTerm(379)" : "kitty(0.35)")\u{1B}\\\u{1B}[?62;c\u{1B}[?62;c"
    )
    try terminal.wait { $0.rows.filter(\.isLetters).count == 14 }
    let sizes = [(24, 120), (24, 43), (24, 80), (10, 80), (40, 80), (8, 30), (24, 80)]
    for (rows, columns) in sizes {
      for step in 1...20 {
        terminal.resize(rows: rows + 20 - step, columns: columns + 20 - step, behaviour)
        if step % 5 == 0 { try terminal.send("x") }
      }
      let letters = min(max(rows - 10, rows / 2), min(rows - 4, columns / 3))
      func isDrawn(_ screen: ScreenModel) -> Bool {
        screen.promptRow.hasPrefix("2 photos>") && screen.rows[screen.cursor.row - 1].isHints
      }
      // Rows drawn at the very moment when the window changes, before the program can know, may be
      // left behind. That happens if other programs keep the processor busy.
      let isClean =
        (try? terminal.wait(within: .seconds(10)) { screen in
          isDrawn(screen) && screen.rows.filter(\.isLetters).count == letters
        }) != nil
      if !isClean { try terminal.wait(until: isDrawn) }
      try terminal.waitUntilQuiet(for: .milliseconds(100))
      let screen = terminal.screen
      let numbers = screen.transcript.compactMap { Int($0) }
      #expect(numbers == Array(1001...1040))
      #expect(screen.transcript.filter { $0.contains("type help") }.count == 1)
      guard isClean else { continue }
      // No row of its own is left behind.
      #expect(screen.rows.filter(\.isHints).count == 1, "\(screen.text)")
      #expect(screen.rows.filter { $0.hasPrefix("2 photos>") }.count == 1)
    }
  }

  @Test func `when the window keeps its size nothing is drawn twice for a burst of new sizes`()
    throws
  {
    let prompt = try PromptTerminal(in: folder, photos: 2)
    try prompt.terminal.waitUntilQuiet()
    let mark = prompt.terminal.output.count
    for columns in 60..<80 { prompt.terminal.resize(rows: 24, columns: columns) }
    try prompt.wait { _ in prompt.terminal.output.count > mark }
    try prompt.terminal.waitUntilQuiet()
    let output = String(decoding: prompt.terminal.output[mark...], as: UTF8.self)
    #expect(output.ranges(of: "swap").isEmpty && output.ranges(of: "remove").count <= 2)
  }

  @Test(arguments: ["\u{1B}OP", "\u{1B}[11~"])
  func `a key shows what help shows, and leaves the line as it is`(key: String) throws {
    let prompt = try PromptTerminal(in: folder, photos: 0)
    try prompt.send("add ")
    try prompt.wait { $0.promptRow == "Collage> add" }
    try prompt.send(key)
    try prompt.wait { screen in
      screen.transcript.contains { $0.hasPrefix("add beach.jpg sea.jpg ") }
        && screen.promptRow == "Collage> add"
    }
    let shown = prompt.screen.transcript.dropLast(2)
    try prompt.send("\u{15}")
    #expect(try shown.suffix(8) == prompt.ask("help").suffix(8))
  }

  @Test func `nothing is kept open by choosing, arranging and saving`() throws {
    let prompt = try PromptTerminal(
      in: folder, ["--preview", "256", "--canvas", "60x40px", "a.jpg", "b.png"], title: "2 photos")
    func round() throws -> Int {
      try prompt.ask("save out.jpg")
      try prompt.ask("add missing.jpg")
      try prompt.ask("undo")
      try prompt.ask("swap 1 2")
      try prompt.wait { !$0.pictureRows.isEmpty }
      try prompt.terminal.waitUntilQuiet(for: .milliseconds(100))
      return try FilePath("/proc/\(prompt.terminal.id)/fd").entries()
    }
    _ = try round()
    let before = try round()
    for _ in 0..<3 { _ = try round() }
    #expect(try round() == before)
  }
}

extension FilePath {
  /// How many names there are in this folder.
  fileprivate func entries() throws -> Int {
    guard let folder = unsafe withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(folder) }
    var count = 0
    while unsafe readdir(folder) != nil { count += 1 }
    return count
  }
}
