import Dispatch
import Imaging
import LineEditing
import TerminalPictures
import Testing

@testable import CollageTerminal

@Suite struct TerminalProbeTests {
  private let terminal = FakeTerminal()
  private let timers = HeldTimers()
  private let queue = DispatchQueue(label: "test.prompt")
  private let changes = Received<Void>()

  private func probe(
    _ environment: [String: String] = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
  ) -> TerminalProbe {
    TerminalProbe(
      terminal, TerminalCapabilities(environment: environment),
      timer: QueueTimer(queue: queue, timers: timers))
  }

  private func start(_ probe: TerminalProbe) { probe.start { [changes] in changes.add(()) } }

  /// What a terminal is asked first.
  private static let start = PictureProbe.background + PictureProbe.identity

  @Test(arguments: [(0.97, TerminalCapabilities.Background.light), (0.1, .dark)])
  func `the background's colour is asked for whatever is shown, and a late reply counts`(
    brightness: Double, background: TerminalCapabilities.Background
  ) {
    var capabilities = TerminalCapabilities(
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"], requestedMode: .ascii)
    #expect(capabilities.background == nil)
    capabilities.background = background == .light ? .dark : .light
    let probe = TerminalProbe(
      terminal, capabilities, timer: QueueTimer(queue: queue, timers: timers))
    start(probe)
    #expect(terminal.output == PictureProbe.background && changes.count == 1)
    for _ in 1...2 { probe.receive(.background(brightness: brightness)) }
    #expect(probe.capabilities.background == background && changes.count == 2)
  }

  @Test func `GNU screen, which keeps what it is asked, is not asked for its background`() {
    let probe = probe(["TERM": "screen", "STY": "1", "LANG": "C.UTF-8"])
    start(probe)
    #expect(terminal.output == "" && changes.count == 1)
  }

  @Test func `the terminal's replies decide how pictures are shown`() {
    let probe = probe()
    start(probe)
    #expect(terminal.output == Self.start)
    #expect(changes.count == 0)
    for reply in [
      .version("kitty(0.35)"), .cellSize(height: 20, width: 10), .deviceAttributes([62]),
    ] as [TerminalReply] {
      probe.receive(reply)
    }
    #expect(terminal.output == Self.start + PictureProbe.pictures)
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

  @Test func `GNU screen is not asked about pictures`() {
    let probe = probe()
    start(probe)
    probe.receive(.version("screen 5.0.0"))
    probe.receive(.deviceAttributes([62, 4]))
    #expect(terminal.output == Self.start)
    #expect(changes.count == 1)
    #expect(probe.mode == .blocks256)
  }

  @Test(arguments: [[:], ["TMUX": "x"]])
  func `through tmux the terminal around it is asked for its name, then about pictures`(
    environment: [String: String]
  ) {
    let probe = probe(["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 })
    start(probe)
    probe.receive(.version("tmux 3.4"))
    probe.receive(.deviceAttributes([1, 2, 4]))
    #expect(terminal.output == Self.start + PictureProbe.outerIdentity)
    #expect(PictureProbe.outerIdentity == "\u{1B}Ptmux;\u{1B}\u{1B}[>q\u{1B}\\")
    probe.receive(.version("kitty(0.35.2)"))
    #expect(terminal.output.hasSuffix(PictureProbe.outerPictures) && changes.count == 0)
    #expect(probe.mode == .blocks256)
    probe.receive(.kittyGraphics(ok: true))
    #expect(probe.mode == .kittyPlaceholders && changes.count == 1 && timers.count == 0)
  }

  @Test func `a terminal around tmux that the environment names is asked about pictures at once`()
    throws
  {
    let probe = probe([
      "TERM": "tmux-256color", "TMUX": "x", "LANG": "C.UTF-8", "KITTY_WINDOW_ID": "1",
    ])
    queue.sync {
      start(probe)
      probe.receive(.deviceAttributes([1, 2]))
    }
    #expect(terminal.output == Self.start + PictureProbe.outerPictures)
    // Without passthrough nothing comes back.
    _ = try timers.delays.next()
    timers.fire()
    try changes.next()
    #expect(queue.sync { probe.mode } == .blocks256)
  }

  @Test func `another terminal around tmux is not asked about pictures`() {
    let probe = probe(["TERM": "tmux-256color", "TMUX": "x", "LANG": "C.UTF-8"])
    start(probe)
    probe.receive(.deviceAttributes([1, 2]))
    probe.receive(.version("XTerm(379)"))
    #expect(terminal.output == Self.start + PictureProbe.outerIdentity)
    #expect(probe.mode == .blocks256 && changes.count == 1 && timers.count == 0)
    #expect(!probe.capabilities.cutsRows)
  }

  @Test(arguments: [
    ([62, 4, 22], PictureMode.sixel), ([4, 6], .blocks256), ([62, 22], .blocks256),
  ])
  func `the fourth attribute stands for sixels, unless it is the terminal's class`(
    attributes: [Int], mode: PictureMode
  ) {
    let probe = probe()
    start(probe)
    probe.receive(.deviceAttributes(attributes))
    probe.receive(.deviceAttributes(attributes))
    #expect(probe.mode == mode && changes.count == 1)
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
    for environment in [["TERM": "linux"], ["TERM": "xterm", "ZELLIJ": "0"]] {
      start(probe(environment))
    }
    #expect(terminal.output == PictureProbe.background)
    #expect(changes.count == 2 && timers.count == 0)
  }
}
