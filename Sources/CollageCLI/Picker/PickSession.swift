internal import CollageKit
internal import Dispatch
internal import LineEditing
internal import PhotoSources
internal import ReactiveTraits
internal import TerminalPictures

/// A picker that has a terminal of its own, from beginning to end.
final class PickSession: @unchecked Sendable {
  enum Outcome {
    /// Never empty.
    case chosen([PickerPhoto])
    case left
    /// A signal has ended it.
    case ended(ExitStatus)
  }

  private let queue = DispatchQueue(label: "collage.front", qos: .userInteractive)
  private let done = DispatchSemaphore(value: 0)
  private var outcome = Outcome.left
  private let terminal: RawTerminal
  private let events: TerminalEvents
  private let probe: TerminalProbe
  private let base: Selection
  private let means: PickerFront.Dependencies
  private var front: PickerFront?

  init(
    _ terminal: RawTerminal, requestedMode: PictureMode?, adding base: Selection,
    _ means: (PromptStyle) -> PickerFront.Dependencies
  ) {
    self.terminal = terminal
    self.base = base
    let capabilities = TerminalCapabilities(environment: Environment.all, requestedMode: requestedMode)
    self.means = means(PromptStyle(capabilities))
    events = TerminalEvents(input: terminal.input, queue: queue)
    probe = TerminalProbe(terminal, capabilities, timer: QueueTimer(queue: queue))
    terminal.startWriting(on: queue)
  }

  /// Runs until the user has chosen or left, or a signal ends it; restores the terminal.
  func run() -> Outcome {
    _ = SignalWatch(saying: "interrupted; nothing was chosen", wakes: true)
    TerminalEvents.blockSignals()
    queue.async { [self] in begin() }
    done.wait()
    return outcome
  }

  private func begin() {
    terminal.onProgress = { [weak self] in self?.front?.draw() }
    terminal.enterRawMode()
    events.start { [weak self] event in self?.handle(event) }
    front = PickerFront(means, adding: base, on: WindowScreen(terminal), display: display, queue: queue) {
      [weak self] chosen in
      self?.end(chosen.map { .chosen($0.map(\.photo)) } ?? .left)
    }
    probe.start { [weak self] in self?.showPictures() }
  }

  private var display: PictureDisplay {
    PictureDisplay(
      mode: probe.mode, background: probe.capabilities.background, window: terminal.size, cell: probe.cell)
  }

  private func showPictures() {
    front?.show(on: display)
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .keys(let keys):
      for key in keys {
        if case .reply(let reply) = key { probe.receive(reply) } else { front?.handle(key) }
      }
    case .resized: showPictures()
    case .continued: front?.resume()
    case .signalled(let number): end(.ended(.signalled(number)))
    }
  }

  private func end(_ outcome: Outcome) {
    guard let front else { return }
    self.front = nil
    self.outcome = outcome
    events.stop()
    probe.stop()
    front.stop()
    terminal.restore()
    done.signal()
  }
}
