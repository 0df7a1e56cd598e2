import PhotoCodecs
import SystemPackage
import TestSupport

/// `collage prompt` on a terminal of 80x24, with a preview in true-colour blocks.
///
/// A preview counts as drawn when the bytes of its last update have all been read.
final class PreviewedPrompt {
  /// The bytes that draw a preview and the rows below it: those of an update from its second row on.
  typealias Picture = [UInt8]

  private static let updateBegins = Array("\u{1B}[?2026h".utf8)

  private let terminal: PseudoTerminal

  /// Starts the prompt with the task's photos; its home folder is the task's folder.
  ///
  /// - Throws: `Errno`.
  init(_ program: FilePath, _ task: CollageTask) throws {
    let look = ["--layout", "grid", "--canvas", "\(task.grid.canvas)", "--preview", "blocks"]
    terminal = try PseudoTerminal(
      running: ChildProcess(
        program, ["prompt"] + look + task.photos.map(\.string), in: task.folder, timeLimit: .seconds(3600)))
  }

  /// User and system time so far.
  var cpuSeconds: Double { Stopwatch.cpuSeconds(of: terminal.id) }

  /// Waits until a preview has not changed for half a second, and returns it.
  func settled() throws(TerminalTimeout) -> Picture {
    try terminal.wait(within: .seconds(60)) { !$0.preview.isEmpty }
    try terminal.waitUntilQuiet(for: .milliseconds(500))
    let start = terminal.output.ranges(of: Self.updateBegins).last?.upperBound ?? 0
    return Array(terminal.output[start...].drop { $0 != UInt8(ascii: "\n") })
  }

  /// Waits until this preview has been drawn.
  func wait(for picture: Picture) throws(TerminalTimeout) {
    try terminal.wait(within: .seconds(60), forOutputEndingIn: picture)
  }

  /// Types a line without Return.
  func type(_ line: String) throws(TerminalTimeout) {
    try terminal.send(line)
    try terminal.wait { $0.rows[$0.cursor.row].hasSuffix(line) }
  }

  func enter() throws(TerminalTimeout) { try terminal.send("\r") }
}

extension ScreenModel {
  /// The rows that begin with a true-colour cell.
  fileprivate var preview: [[ScreenCell]] {
    cells.filter { if case .rgb = $0[0].style.foreground { true } else { false } }
  }
}
