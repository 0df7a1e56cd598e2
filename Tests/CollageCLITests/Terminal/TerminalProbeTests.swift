import Dispatch
import LineEditing
import PhotoCodecs
import TerminalPictures
import Testing

@testable import CollageCLI

struct TerminalProbeTests {
  private let terminal = FakeTerminal()
  private let timers = HeldTimers()
  private let queue = DispatchQueue(label: "test.front")
  private let changes = Received<Void>()

  private func probe(_ environment: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]) -> TerminalProbe {
    TerminalProbe(
      terminal, TerminalCapabilities(environment: environment), timer: QueueTimer(queue: queue, timers: timers))
  }

  private func start(_ probe: TerminalProbe) { probe.start { [changes] in changes.add(()) } }

  @Test func `the terminal's replies decide how pictures are shown`() {
    let probe = probe()
    start(probe)
    #expect(terminal.output == PictureProbe.identity)
    #expect(changes.count == 0)
    for reply in [.version("kitty(0.35)"), .cellSize(height: 20, width: 10), .deviceAttributes([62])] as [TerminalReply]
    {
      probe.receive(reply)
    }
    #expect(terminal.output == PictureProbe.identity + PictureProbe.pictures)
    #expect(changes.count == 0)
    probe.receive(.kittyGraphics(ok: true))
    probe.receive(.deviceAttributes([62]))
    #expect(changes.count == 1)
    #expect(probe.mode == .kitty && probe.cell == PixelSize(width: 10, height: 20))
    #expect(timers.count == 0)
    // What nobody has asked for changes nothing.
    probe.receive(.deviceAttributes([62]))
    #expect(changes.count == 1)
  }

  @Test func `a multiplexer is not asked about pictures`() {
    let probe = probe()
    start(probe)
    probe.receive(.version("tmux 3.3a"))
    probe.receive(.deviceAttributes([62]))
    #expect(terminal.output == PictureProbe.identity)
    #expect(changes.count == 1)
    #expect(probe.mode == .blocks256)
  }

  @Test func `a terminal that says nothing is waited for briefly, and late replies count`() throws {
    let probe = probe()
    queue.sync { start(probe) }
    #expect(try timers.delays.next() == TerminalProbe.timeout)
    timers.fire()
    try changes.next()
    #expect(queue.sync { probe.mode } == .blocks256)
    queue.sync {
      probe.receive(.deviceAttributes([62]))
      probe.receive(.kittyGraphics(ok: true))
      probe.receive(.deviceAttributes([62]))
    }
    try changes.next()
    #expect(queue.sync { probe.mode } == .kitty)
  }

  @Test func `where replies can't matter nothing is asked`() {
    for environment in [["TERM": "linux"], ["TERM": "xterm", "TMUX": "x"]] {
      start(probe(environment))
    }
    #expect(terminal.output == "")
    #expect(changes.count == 2 && timers.count == 0)
  }
}
