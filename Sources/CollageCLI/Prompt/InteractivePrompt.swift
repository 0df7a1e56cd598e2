internal import CollageKit
internal import Dispatch
internal import Glibc
internal import LineEditing
internal import OpenCombine
internal import ReactiveTraits
internal import SystemPackage
internal import TerminalPictures

/// The prompt on a terminal: turns events into commands, and what they lead to into the screen's content.
///
/// Must be used on its own queue only. Everything arrives there: the terminal's events, changes of the selection,
/// previews, progress and outcomes. Nothing slow runs there.
final class InteractivePrompt: @unchecked Sendable {
  private let queue = DispatchQueue(label: "collage.front", qos: .userInteractive)
  private let ended = DispatchSemaphore(value: 0)
  private var status = ExitStatus.done
  private let isQuiet: Bool

  private let terminal: RawTerminal
  private let events: TerminalEvents
  private let probe: TerminalProbe
  private let screen: TerminalScreen
  private let style: PromptStyle
  private let history = HistoryRecorder()
  private let line: PromptLine
  private let session: PromptSession
  private let preview: PromptPreview
  private let bag = CancellableBag()

  /// How much of a save is done, 0 to 1.
  private var progress = 0.0
  /// Commands that were entered while another command was running.
  private var waiting: [CommandParser.Parsed] = []
  /// How many commands are running.
  private var running = 0
  private var leavesWhenSaved = false
  /// How many events are being handled, one inside the other. The screen is drawn after the outermost.
  private var depth = 0

  /// Reads the history.
  init(_ terminal: RawTerminal, maker: CollageMaker, output: OutputOptions, requestedMode: PictureMode?, isQuiet: Bool)
  {
    self.terminal = terminal
    self.isQuiet = isQuiet
    let capabilities = TerminalCapabilities(environment: Environment.all, requestedMode: requestedMode)
    events = TerminalEvents(queue: queue)
    probe = TerminalProbe(terminal, capabilities, timer: QueueTimer(queue: queue))
    screen = TerminalScreen(terminal)
    screen.cutsRows = capabilities.cutsRows
    style = PromptStyle(
      hasAttributes: !capabilities.isColourUnwanted, isUTF8: capabilities.isUTF8,
      hasLinks: capabilities.terminal != "linux")
    session = PromptSession(maker: maker, output: output, queue: .queue(queue))
    preview = PromptPreview(of: session, maker, window: terminal.size, on: queue)
    // Without attributes nobody could tell what is suggested from what is typed.
    let suggestionStyle: ((String) -> String)? = style.hasAttributes ? { PromptStyle.dim($0) } : nil
    line = PromptLine(history: history.load(), suggestionStyle: suggestionStyle, on: queue) {
      [store = session.store] cursor in
      TabCompletion.candidates(for: cursor, store.selection, store.state)
    }
  }

  /// Runs until the user leaves or a signal ends it; restores the terminal.
  func run(chosen: [FilePath]) -> ExitStatus {
    TerminalEvents.blockSignals()
    queue.async { [self] in react { begin(chosen) } }
    ended.wait()
    return status
  }

  // MARK: Beginning and ending

  private func begin(_ chosen: [FilePath]) {
    terminal.enterRawMode()
    let dash = style.isUTF8 ? "—" : "-"
    screen.append("collage \(Version.current) \(dash) put up to six photos together. Type help, or add and drop files.")
    events.start { [weak self] event in self?.react { self?.handle(event) } }
    line.start { [weak self] action in self?.react { self?.handle(action) } }
    history.entries(on: queue)
      .sink { [weak self] entry in self?.react { self?.handle(entry) } }
      .store(in: bag)
    session.store.states
      .receive(on: .queue(queue))
      .sink { [weak self] _ in self?.react { self?.performWaiting() } }
      .store(in: bag)
    preview.start { [weak self] faults in
      self?.react { for fault in faults { self?.say(.failure(fault.message(.prompt))) } }
    }
    session.notice = { [weak self] message in self?.react { self?.say(message) } }
    probe.start { [weak self] in self?.react { self?.showPreview() } }
    if !chosen.isEmpty { perform(.add(chosen.map(PathWord.init))) }
  }

  /// Ends the prompt; a running save is cancelled first.
  private func end(_ status: ExitStatus) {
    self.status = status
    guard !session.isSaving else {
      leavesWhenSaved = true
      session.cancelSaving()
      return
    }
    bag.cancelAll()
    events.stop()
    probe.stop()
    line.stop()
    preview.stop()
    session.close()
    screen.close()
    ended.signal()
  }

  // MARK: Events

  /// Runs what belongs to an event, then draws what it has changed.
  private func react(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    if depth == 0 { draw() }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .keys(let keys): for key in keys { handle(key) }
    case .resized:
      screen.windowResized()
      preview.fit(in: terminal.size)
    case .continued: screen.resume()
    case .signalled(let number): end(.signalled(number))
    }
  }

  private func handle(_ key: Key) {
    switch key {
    case .reply(let reply):
      probe.receive(reply)
      screen.cutsRows = probe.capabilities.cutsRows
    // While a save runs Ctrl-C cancels it; the line being typed stays.
    case .control("c") where session.isSaving: session.cancelSaving()
    default: line.handle(key)
    }
  }

  private func handle(_ action: PromptLine.Action) {
    switch action {
    case .edited: break
    case .submitted(let line): history.add(.line(line))
    case .endOfInput: history.add(.endOfInput)
    case .choices(let completion):
      completion.rows(columns: screen.width, limit: PromptLine.maxChoiceRows).forEach(screen.append)
    case .redraw: screen.clear()
    case .suspend: screen.suspend()
    case .bell: terminal.write("\u{7}")
    }
  }

  // MARK: Commands

  private func handle(_ entry: HistoryRecorder.Entry) {
    switch entry {
    case .line(let line):
      for line in ShellWords.lines(of: line) { screen.append(session.store.state.prompt + VisibleForm.of(line)) }
      waiting += CommandParser.commands(in: line)
      performWaiting()
    case .endOfInput: perform(.quit)
    }
  }

  /// Performs commands one after the other; during a save at once, so that the rules can refuse them.
  private func performWaiting() {
    while !waiting.isEmpty, running == (session.isSaving ? 1 : 0) {
      switch waiting.removeFirst() {
      case .success(let command): perform(command)
      case .failure(let error): say(.failure(error.description))
      }
    }
  }

  private func perform(_ command: Command) {
    if case .preview(let setting) = command { return set(setting) }
    running += 1
    session.perform(command) { [weak self] fraction in
      self?.show(progress: fraction)
    } done: { [weak self] outcome in
      self?.react { self?.finish(outcome) }
    }
  }

  private func finish(_ outcome: CommandOutcome) {
    running -= 1
    if !session.isSaving { progress = 0 }
    for message in outcome.messages { say(message) }
    if !isQuiet { for warning in outcome.warnings { say(.plain(warning)) } }
    if let path = outcome.copiedPath { terminal.write(PromptStyle.clipboard(path.bytes)) }
    if leavesWhenSaved { return end(status) }
    if outcome.leaves { return end(.done) }
    performWaiting()
  }

  // MARK: Showing

  private func set(_ setting: PreviewSetting?) {
    switch setting {
    case nil: break
    case .on: probe.requestedMode = nil
    case .mode(let mode): probe.requestedMode = mode
    }
    showPreview()
    say(.plain("preview: \(preview.mode.rawValue)"))
  }

  private func showPreview() {
    preview.show(
      on: PromptPreview.Display(
        mode: probe.mode, background: probe.capabilities.background, window: terminal.size, cell: probe.cell))
  }

  /// A save reports its progress more often than it can be seen.
  private func show(progress fraction: Double) {
    if Int(fraction * 100) != Int(progress * 100) { react { progress = fraction } }
  }

  private func say(_ message: PromptMessage) {
    style.rows(of: message, columns: screen.width).forEach(screen.append)
  }

  private func draw() {
    guard terminal.isRaw, !events.isResizing else { return }
    if screen.isOutdated { return events.windowChanged() }
    let state = session.store.state
    let columns = screen.width
    screen.draw(
      TerminalScreen.Content(
        rows: style.rows(of: preview.content, columns: columns),
        status: state.isSaving
          ? style.progress(progress, columns: columns) : style.hints(for: state, columns: columns),
        prompt: line.row(prompt: state.prompt, columns: columns)))
  }
}

extension SelectionState {
  /// What stands before the line.
  fileprivate var prompt: String { title + "> " }
}
