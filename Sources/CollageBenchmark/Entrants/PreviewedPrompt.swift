import PhotoCodecs
import SystemPackage
import TestSupport

/// Our prompt on a terminal of 80x24, with a preview in blocks of true colours.
///
/// What it draws is followed cell by cell, and a preview counts as drawn when every cell of it shows what it should. To
/// follow takes a quarter of a microsecond a byte, 13 ms for a change's two drawings (54 kB): most of a change's wall time,
/// and nothing of the processor time, which is the prompt's alone.
final class PreviewedPrompt {
  /// A preview: its rows of cells.
  typealias Picture = [[ScreenCell]]

  private let terminal: PseudoTerminal

  /// Starts the prompt with these photos chosen; its home is the folder. Throws `Errno`.
  init(_ program: FilePath, _ task: CollageTask) throws {
    let look = ["--layout", "grid", "--canvas", "\(task.grid.canvas)", "--preview", "blocks"]
    terminal = try PseudoTerminal(
      running: ChildProcess(
        program, ["prompt"] + look + task.photos.map(\.string), in: task.folder, timeLimit: .seconds(3600)))
  }

  /// User and system time so far.
  var cpuSeconds: Double { Stopwatch.cpuSeconds(of: terminal.id) }

  /// Waits until a preview has been there unchanged for a while, and returns it.
  func settled() throws(TerminalTimeout) -> Picture {
    try terminal.wait(within: .seconds(60)) { !$0.preview.isEmpty }
    try terminal.waitUntilQuiet(for: .milliseconds(500))
    return terminal.screen.preview
  }

  /// Waits until this preview is there.
  func wait(for picture: Picture) throws(TerminalTimeout) {
    try terminal.wait(within: .seconds(60)) { $0.preview == picture }
  }

  /// Types a line, all but Return.
  func type(_ line: String) throws(TerminalTimeout) {
    try terminal.send(line)
    try terminal.wait { $0.rows[$0.cursor.row].hasSuffix(line) }
  }

  func enter() throws(TerminalTimeout) { try terminal.send("\r") }
}

extension ScreenModel {
  /// The rows that begin with a cell in true colours.
  fileprivate var preview: PreviewedPrompt.Picture {
    cells.filter { if case .rgb = $0[0].style.foreground { true } else { false } }
  }
}
