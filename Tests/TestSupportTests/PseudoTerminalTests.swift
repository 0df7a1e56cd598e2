import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct PseudoTerminalTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func terminal(_ script: String, rows: Int = 24, columns: Int = 80) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      running: ChildProcess("/bin/sh", ["-c", script], in: folder.path), rows: rows,
      columns: columns)
  }

  @Test func `a program has the terminal, its size and its keys`() throws {
    let terminal = try terminal(
      "stty size; echo $TERM; echo controlled >/dev/tty; cat", rows: 7, columns: 33)
    try terminal.wait { $0.rows[0] == "7 33" && $0.rows[2] == "controlled" && $0.cursor.row == 3 }
    #expect(terminal.screen.rows[1] == "xterm-256color")
    let mark = terminal.output.count
    try terminal.send("grüß\r")
    try terminal.wait { $0.rows[3] == "grüß" && $0.rows[4] == "grüß" && $0.cursor.row == 5 }
    #expect(terminal.output.count - mark == 2 * "grüß\r\n".utf8.count)
    try terminal.send("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    // A program that another test is starting may have the terminal open until it begins.
    let end = #expect(throws: TerminalTimeout.self) { try terminal.wait { _ in false } }
    #expect(end?.outputEnded == true)
  }

  @Test func `a new size is a signal to the program`() throws {
    let terminal = try terminal("trap 'stty size' WINCH; echo ready; while :; do sleep 0.02; done")
    try terminal.wait { $0.rows[0] == "ready" }
    terminal.resize(rows: 11, columns: 22)
    try terminal.wait { $0.rows[1] == "11 22" }
    terminal.send(signal: SIGKILL)
    #expect(try terminal.waitForEnd() == .killed(signal: SIGKILL))
  }

  @Test func `Ctrl-C interrupts the program`() throws {
    let terminal = try PseudoTerminal(running: ChildProcess("/bin/cat", in: folder.path))
    try terminal.send("ready\r")
    try terminal.wait { $0.rows[1] == "ready" }
    try terminal.send("\u{3}")
    #expect(try terminal.waitForEnd() == .killed(signal: SIGINT))
  }

  @Test func `modes can be told apart even after the end`() throws {
    let careless = try terminal("stty raw -echo; echo ready")
    let before = careless.modesAtStart
    #expect(before.echoes && before.readsLines && before.makesSignals && before.processesOutput)
    #expect(try careless.waitForEnd() == .exited(0))
    let after = try careless.modes
    #expect(!after.echoes && !after.readsLines && !after.makesSignals && !after.processesOutput)

    let careful = try terminal("old=$(stty -g); stty raw; stty $old")
    #expect(try careful.waitForEnd() == .exited(0))
    #expect(try careful.modes == careful.modesAtStart)
  }

  @Test func `waiting in vain fails in time, and at once when the program is gone`() throws {
    let waiting = try terminal("echo here; cat")
    let failure = try #require(throws: TerminalTimeout.self) {
      try waiting.wait(within: .milliseconds(300)) { $0.text.contains("there") }
    }
    #expect(!failure.outputEnded)
    #expect(failure.description.contains("here"))
    #expect(throws: TerminalTimeout.self) { try waiting.waitForEnd(within: .milliseconds(100)) }

    let gone = try terminal("echo here")
    #expect(throws: TerminalTimeout.self) {
      try gone.wait(within: .seconds(600)) { $0.text.contains("there") }
    }
    #expect(gone.outputEnded)
  }

  @Test func `an unfinished update is not looked at`() throws {
    let terminal = try terminal(
      "stty -echo; printf '\\033[?2026hhalf'; read line; printf '\\r\\033[Kwhole\\033[?2026l'; cat")
    try terminal.wait(forOutputEndingIn: Array("half".utf8))
    try terminal.send("\r")
    var seen: Set<String> = []
    try terminal.wait {
      seen.insert($0.rows[0])
      return $0.rows[0] == "whole"
    }
    #expect(!seen.contains("half"))
    try terminal.waitUntilQuiet()
  }

  @Test func `a closed window hangs the program up`() throws {
    let terminal = try terminal("echo ready; cat; sleep 50")
    try terminal.wait { $0.rows[0] == "ready" }
    terminal.hangUp()
    #expect(try terminal.waitForEnd() == .killed(signal: SIGHUP))
  }

  @Test func `much typing and much output do not block each other`() throws {
    let terminal = try terminal("stty raw -echo; echo ready; head -c 200000 | tr a b", rows: 3)
    try terminal.wait { $0.rows[0] == "ready" }
    let mark = terminal.output.count
    try terminal.send([UInt8](repeating: UInt8(ascii: "a"), count: 200_000))
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.output.dropFirst(mark).filter { $0 == UInt8(ascii: "b") }.count == 200_000)
  }
}
