import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import CollageCLI

/// The prompt and the picker in windows that have room for nothing, or for more than any screen shows.
struct WindowSizeTests {
  private static let tiny = [(1, 1), (1, 80), (2, 1), (10, 3)]

  @Test(arguments: [(0, 0, 24, 80), (0, 7, 24, 80), (1, 1, 1, 1), (50, 200, 50, 200), (65_535, 65_535, 500, 1000)])
  func `a window's size is one that can be drawn`(rows: UInt16, columns: UInt16, shown: Int, across: Int) throws {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    try #require(unsafe openpty(&ours, &theirs, nil, nil, &size) == 0)
    let (terminal, device) = (FileDescriptor(rawValue: ours), FileDescriptor(rawValue: theirs))
    defer {
      try? terminal.close()
      try? device.close()
    }
    let window = try #require(RawTerminal(input: device, output: device)).size
    #expect(window == TerminalSize(rows: shown, columns: across))
  }

  @Test(arguments: tiny, ["ascii", "blocks", "kitty"])
  func `the prompt is used in a tiny window`(size: (Int, Int), preview: String) throws {
    let folder = try PromptPhotos.folder()
    let program = BuiltProgram.command(["prompt", "--preview", preview, "a.jpg", "b.png"], in: folder)
    let terminal = try PseudoTerminal(running: program, rows: size.0, columns: size.1)
    try terminal.wait(within: .seconds(30)) { _ in terminal.output.contains(Array("\u{1B}[?2004h".utf8)) }
    try terminal.send("layout grid\rlayout prev\rhelp\rlist\rgap \t\t\u{15}")
    try terminal.waitUntilQuiet()
    // Arranging with keys.
    try terminal.send("\u{14}\u{1B}[C\u{1B}[6~\u{1B}[6~+h\r")
    try terminal.send("quit\rquit\r")
    #expect(try terminal.waitForEnd(within: .seconds(30)) == .exited(0))
  }

  @Test(arguments: tiny, ["ascii", "blocks", "kitty"])
  func `the picker is used in a tiny window`(size: (Int, Int), preview: String) throws {
    let folder = try PromptPhotos.folder()
    let program = BuiltProgram.command(["pick", "--preview", preview], in: folder)
    let terminal = try PseudoTerminal(running: program, rows: size.0, columns: size.1)
    try terminal.wait(within: .seconds(30)) { $0.privateModes.contains(1049) }
    try terminal.waitUntilQuiet()
    // One photo large, and another; then a click, a page on, and to the end.
    for keys in ["\u{16}", "\u{1B}[C", "\t\u{16}", "\u{1B}[<0;1;1M\u{1B}[6~\u{1B}[F\u{1B}[<64;1;1M"] {
      try terminal.send(keys)
      try terminal.waitUntilQuiet()
    }
    try terminal.send("\u{3}")
    #expect(try terminal.waitForEnd(within: .seconds(30)) == .exited(130))
  }
}
