import Glibc
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// `collage prompt` on a terminal of 80x24, with a preview in true-colour blocks: how long it takes until a swap of two
/// photos is visible.
///
/// A preview counts as drawn when the bytes of its last update have all been read. For comparison, the other programs
/// make a new collage of about the preview's size: a viewer built on them would have to do that for every change.
final class PreviewedPrompt {
  /// The bytes that draw a preview and the rows below it: those of an update from its second row on.
  private typealias Picture = [UInt8]

  private static let updateBegins = Array("\u{1B}[?2026h".utf8)
  private static let swap = "swap 1 2"
  /// An even number of swaps, after which the terminal scrolls with each.
  private static let warmUps = 12

  private let terminal: PseudoTerminal

  private init(_ task: CollageTask) throws {
    let look = ["--layout", "grid", "--canvas", "\(task.canvas)", "--preview", "blocks"]
    terminal = try PseudoTerminal(
      running: ChildProcess(
        task.bench.ours.path, ["prompt"] + look + task.photos, in: task.bench.folder, timeLimit: .seconds(3600)))
  }

  /// `collage` first: a change within one session, and the start of a session until the first preview.
  @Sendable static func entrants(_ bench: Workbench) throws -> [BenchmarkedProgram] {
    let task = try bench.task(
      InputPhoto.series(6, of: .twelveMegapixels, .jpeg), canvas: PixelSize(width: 480, height: 240))
    let prompt = try PreviewedPrompt(task)
    let first = try prompt.settled()
    // Only what changes is drawn, so the first swaps, which also move the preview down, are drawn like no others.
    var swaps: [Picture] = []
    for _ in 0..<warmUps {
      try prompt.type(swap)
      try prompt.terminal.send("\r")
      swaps.append(try prompt.settled())
    }
    // The next preview is the first of these; they alternate.
    var pictures = Array(swaps.suffix(2))
    precondition(pictures == swaps.dropLast(2).suffix(2) && pictures[0] != pictures[1], "no swap is drawn like another")
    let change = BenchmarkedProgram(name: "collage prompt, \(swap)", version: bench.ours.version, result: nil) {
      try prompt.type(swap)
      let (start, cpu) = (ContinuousClock.now, prompt.cpuSeconds)
      try prompt.terminal.send("\r")
      try prompt.wait(for: pictures[0])
      pictures.reverse()
      return Measurement(since: start, cpuSeconds: prompt.cpuSeconds - cpu)
    }
    let start = BenchmarkedProgram(name: "collage prompt, first preview", version: bench.ours.version, result: nil) {
      let start = ContinuousClock.now
      let prompt = try PreviewedPrompt(task)
      try prompt.wait(for: first)
      return Measurement(since: start, cpuSeconds: prompt.cpuSeconds)
    }
    return [change, start] + bench.peers.map { $0.entrant(for: task) }
  }

  /// User and system time so far; 0 after its end.
  private var cpuSeconds: Double {
    var (clock, time) = (clockid_t(), timespec())
    guard unsafe clock_getcpuclockid(terminal.id, &clock) == 0 else { return 0 }
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits until a preview has not changed for half a second, and returns it.
  private func settled() throws(TerminalTimeout) -> Picture {
    try terminal.wait(within: .seconds(60)) { screen in
      screen.cells.contains { if case .rgb = $0[0].style.foreground { true } else { false } }
    }
    try terminal.waitUntilQuiet(for: .milliseconds(500))
    let start = terminal.output.ranges(of: Self.updateBegins).last?.upperBound ?? 0
    return Array(terminal.output[start...].drop { $0 != UInt8(ascii: "\n") })
  }

  /// Waits until this preview has been drawn.
  private func wait(for picture: Picture) throws(TerminalTimeout) {
    try terminal.wait(within: .seconds(60), forOutputEndingIn: picture)
  }

  /// Types a line without Return.
  private func type(_ line: String) throws(TerminalTimeout) {
    try terminal.send(line)
    try terminal.wait { $0.rows[$0.cursor.row].hasSuffix(line) }
  }
}
