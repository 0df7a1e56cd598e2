import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// The line that shows the progress.
@Suite(.waiting) struct ProgressTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try SlowPhotos.write(to: place.folder)
  }

  /// Takes so long that there is progress to show.
  private func slowCommand(_ options: String...) -> ChildProcess {
    SlowPhotos.command(in: place.folder, photos: 2, options)
  }

  private func contains(_ output: [UInt8], _ text: String) -> Bool {
    output.firstRange(of: Array(text.utf8)) != nil
  }

  @Test func `on a terminal long work shows its progress, and erases it`() throws {
    let terminal = try PseudoTerminal(running: slowCommand())
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(contains(terminal.output, "\r\u{1B}[?7l[####"))
    #expect(contains(terminal.output, "%\u{1B}[?7h"))
    #expect(contains(terminal.output, "\r\u{1B}[K"))
    // In the end only the id and where the collage is are visible.
    let rows = terminal.screen.rows.filter { !$0.isEmpty }
    let name = try #require(try place.folder.names(in: place.library).first)
    #expect(name == "collage-\(rows[0]).jpg")
    #expect(rows[1...].joined() == "collage: saved as ~/Pictures/Collages/\(name)")
    #expect(terminal.screen.unknownSequences == [])
    #expect(try terminal.modes == terminal.modesAtStart)
  }

  @Test func `on a terminal the results of a batch stand on rows of their own`() throws {
    let paths = SlowPhotos.names.prefix(2).map { "\"\($0)\"" }.joined(separator: ", ")
    let jobs = (0...1).map { gap in
      "{\"photos\": [\(paths)], \"canvas\": \"8x63\", \"gap\": \(gap)}\n"
    }
    try place.folder.write(Array(jobs.joined().utf8), to: "jobs")
    let terminal = try PseudoTerminal(
      running: BuiltProgram.command(["batch", "jobs", "--jobs", "1"], in: place.folder))
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(contains(terminal.output, "/s"))
    #expect(!contains(terminal.output, "left\u{1B}[?7h{"))
    #expect(terminal.screen.rows.filter { $0.hasPrefix("{") }.count == 2)
  }

  /// What takes longer than the delay, because others need the processors, may show one: so one
  /// of several runs has to be quick.
  @Test func `short work shows none`() throws {
    let showsNone = try (1...50).contains { _ in
      let terminal = try PseudoTerminal(
        running: BuiltProgram.command(
          ["make", "1.jpg", "2.jpg", "--canvas", "2x1px"], in: place.folder))
      #expect(try terminal.waitForEnd() == .exited(0))
      return terminal.output == answer(on: terminal)
    }
    #expect(showsNone)
  }

  /// The id, and in a line of its own, which may be wrapped, where the collage is.
  private func answer(on terminal: PseudoTerminal) -> [UInt8] {
    let rows = terminal.screen.rows.filter { !$0.isEmpty }
    let place = rows.dropFirst().joined()
    return Array("\(rows[0])\r\n\(place.isEmpty ? "" : "\(place)\r\n")".utf8)
  }

  @Test func `without a terminal there is none`() throws {
    let outcome = try slowCommand().run()
    #expect(outcome.answer == .done("\(outcome.id)\n"))
  }

  @Test func `--quiet and a dumb terminal show none`() throws {
    var dumb = slowCommand()
    dumb.environment["TERM"] = "dumb"
    for command in [slowCommand("--quiet"), dumb] {
      let terminal = try PseudoTerminal(running: command)
      #expect(try terminal.waitForEnd() == .exited(0))
      #expect(terminal.output == answer(on: terminal))
    }
  }

  @Test func `Ctrl-C erases the progress and says that nothing was written`() throws {
    let before = try place.folder.snapshot()
    let terminal = try PseudoTerminal(running: SlowPhotos.command(in: place.folder))
    try terminal.wait { $0.rows.contains { $0.hasPrefix("[#") } }
    try terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
    let text = terminal.screen.rows.filter { !$0.isEmpty }.joined(separator: "\n")
    #expect(text.hasSuffix("collage: interrupted; nothing was written"))
    #expect(!text.contains("[#"))
    #expect(try place.folder.snapshot() == before)
    #expect(try terminal.modes == terminal.modesAtStart)
  }

  @Test func `a terminal that goes away ends the work`() throws {
    let before = try place.folder.snapshot()
    let terminal = try PseudoTerminal(running: SlowPhotos.command(in: place.folder))
    try terminal.wait { $0.rows.contains { $0.hasPrefix("[#") } }
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .exited(129))
    #expect(try place.folder.snapshot() == before)
  }
}
