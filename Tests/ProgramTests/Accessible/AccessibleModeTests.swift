import ProgramTestSupport
import SystemPackage
import TestSupport
import Testing

/// What switches accessible mode on, and the commands that run long.
@Suite(.waiting) struct AccessibleModeTests {
  let place: Workplace

  init() throws { place = try Workplace(photos: 6) }

  /// What the prompt says first, or nothing.
  private func firstLine(
    _ environment: [String: String], _ arguments: [String] = ["prompt"]
  ) throws -> String? {
    let talk = try SpokenRecorder(arguments, in: place.folder, environment: environment)
    try talk.terminal.wait { $0.text.contains("Collage>") }
    try talk.terminal.send(talk.terminal.output.contains(0x1B) ? "quit\r" : "quit\n")
    #expect(try talk.terminal.waitForEnd() == .exited(0))
    let first = talk.lines.first
    return first?.hasPrefix("Accessible mode is on, ") == true ? first : nil
  }

  @Test func `option, variables, defaults and terminal count in this order`() throws {
    let option = "Accessible mode is on, by --accessible."
    let own = "Accessible mode is on, because COLLAGE_ACCESSIBLE is set."
    let common = "Accessible mode is on, because ACCESSIBLE is set."
    let configured = "Accessible mode is on, because your defaults say so."
    let terminal = "Accessible mode is on, because this terminal can't move its cursor."
    let off = ["COLLAGE_ACCESSIBLE": "0"]
    #expect(try firstLine([:]) == nil)
    #expect(try firstLine(off, ["prompt", "--accessible"]) == option)
    #expect(try firstLine([:], ["--accessible"]) == option)
    #expect(try firstLine(["COLLAGE_ACCESSIBLE": "1", "ACCESSIBLE": "1"]) == own)
    #expect(try firstLine(["COLLAGE_ACCESSIBLE": "", "ACCESSIBLE": "1"]) == common)
    #expect(try firstLine(["ACCESSIBLE": "0"]) == nil)
    #expect(try firstLine(off.merging(["ACCESSIBLE": "1"]) { $1 }) == nil)
    #expect(try firstLine(["TERM": "dumb"]) == terminal)
    #expect(try place.run("config", "set", "accessible", "on").exitCode == 0)
    #expect(try firstLine(["TERM": "dumb"]) == configured)
    #expect(try firstLine(off) == nil)
    #expect(try firstLine([:], ["prompt", "--no-config"]) == nil)
    #expect(try place.run("config", "accessible").output.hasPrefix("accessible\ton\t"))
    #expect(try place.run("config", "accessible", "perhaps").exitCode == 64)
    #expect(try place.run("config", "unset", "accessible").exitCode == 0)
    #expect(try firstLine([:]) == nil)
  }

  @Test func `nothing is said before help, errors and ids`() throws {
    for arguments in [
      ["prompt", "--help"], ["batch", "--accessible", "nowhere"],
      ["pages", "--accessible", "1.jpg"],
      ["make", "1.jpg", "2.jpg"], ["--version"],
    ] {
      var program = BuiltProgram.command(arguments, in: place.folder)
      program.environment["COLLAGE_ACCESSIBLE"] = "1"
      let outcome = try program.run()
      #expect(!(outcome.output + outcome.error).contains("Accessible mode"), "\(arguments)")
    }
  }

  @Test func `a batch says eight sentences at most`() throws {
    let jobs = (1...40).map { job in
      #"{"id": "\#(job)", "photos": ["1.jpg", "\#(job % 5 + 2).jpg"], "gap": \#(job)}"#
        + "\n"
    }
    let broken = #"{"photos": ["gone.jpg", "1.jpg"]}"# + "\n"
    try place.folder.write(Array((jobs.joined() + broken).utf8), to: "jobs")
    let shell = ChildProcess(
      "/bin/sh",
      ["-c", "\"$@\" > results", "sh", BuiltProgram.path.string, "batch", "--accessible", "jobs"],
      in: place.folder.path)
    let talk = try SpokenRecorder(running: shell)
    try talk.expectEnd(.exited(1))
    let lines = talk.lines.filter { !$0.isEmpty }
    #expect(lines.first == "Accessible mode is on, by --accessible.")
    #expect(
      lines.last?.contains(
        /^41 jobs are done.*: 40 saved, 1 failed, and the results say why\.$/) == true,
      "\(lines)")
    #expect(lines.count <= 8)
    let again = try SpokenRecorder(
      ["batch", "--accessible", "jobs"], in: place.folder, columns: 1000)
    try again.expectEnd(.exited(1))
    let sentences = again.lines.filter { !$0.isEmpty && !$0.hasPrefix("{") }
    #expect(sentences.count <= 8 && sentences.last?.contains("40 unchanged") == true)
  }

  @Test func `slow work tells its progress in sentences, if at all`() throws {
    try SlowPhotos.write(to: place.folder)
    let talk = try SpokenRecorder(
      ["pages", "--accessible", "--jobs", "1", "-o", "book.pdf"] + SlowPhotos.names.prefix(4),
      in: place.folder)
    try talk.expectEnd()
    #expect(
      talk.lines.prefix(2) == [
        "Accessible mode is on, by --accessible.",
        "To leave it, start collage without --accessible.",
      ])
    #expect(talk.lines.contains("book.pdf"))
    let progress = talk.lines.filter { $0.contains("percent is done.") }
    #expect(progress.count < 8)
  }

  @Test func `Ctrl-C ends without an escape sequence`() throws {
    try SlowPhotos.write(to: place.folder)
    let talk = try SpokenRecorder(
      ["pages", "--accessible", "--jobs", "1", "-o", "book.pdf"] + SlowPhotos.names,
      in: place.folder)
    try talk.terminal.wait { $0.text.contains("To leave it") }
    try talk.terminal.send("\u{3}")
    try talk.expectEnd(.exited(130))
    #expect(talk.lines.contains { $0.contains("nterrupted; nothing was written") })
  }

  @Test func `watching says that it watches, and then only what it made`() throws {
    let watch = try WatchFolder()
    for number in 1...4 { try watch.add(number) }
    let talk = try SpokenRecorder(
      WatchFolder.watch + ["--accessible", "--once"], in: watch.place.folder, columns: 1000)
    try talk.expectEnd()
    #expect(talk.lines.contains("Watching booth; Ctrl-C stops."))
    #expect(try watch.collages().count == 1)
  }

  @Test func `a dumb terminal has the talk, without an option`() throws {
    let talk = try SpokenRecorder(
      ["prompt", "--canvas", "60x40px"], in: place.folder, environment: ["TERM": "dumb"])
    try talk.wait(forPrompt: "Collage>")
    #expect(
      talk.lines.prefix(2).last == "To leave it, set TERM to the name of a terminal that can.")
    try talk.ask("add 1.jpg 2.jpg", prompt: "2 photos>")
    try talk.ask("save out.png", prompt: "Collage>")
    try talk.terminal.send("\u{4}")
    try talk.expectEnd()
  }
}
