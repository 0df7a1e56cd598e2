internal import CollageKit
internal import Dispatch
internal import Files
internal import Glibc
internal import LineEditing
internal import OpenCombine
internal import PhotoSources
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
  /// What is being fetched from the web; nil when nothing is.
  private var fetching: FetchProgress?
  /// Commands that were entered while another was running, with the number of the entry; a pasted text is one entry.
  private var waiting: [(entry: Int, command: CommandParser.Parsed)] = []
  private var entries = 0
  /// The entry of the command that was performed last.
  private var latest = 0
  /// How many commands are running.
  private var running = 0
  private var leavesWhenSaved = false
  private var hasEnded = false
  private lazy var arranging = ArrangingMode(session, preview, on: .queue(queue)) { [weak self] in self?.react {} }
  private let picking: PickingMode
  /// Ends the wait for a picture that is to be drawn together with the messages above it.
  private let pictureTimer: QueueTimer
  /// How long messages wait for the picture that follows them, so that the one before isn't drawn again below them.
  private static let pictureTimeout = Duration.milliseconds(150)
  private enum PictureWait { case none, waiting, over }
  private var pictureWait = PictureWait.none
  /// Whether the preview waits for the next key, so that it doesn't push a long answer away.
  private var hidesPreview = false
  /// How many events are being handled, one inside the other. The screen is drawn after the outermost.
  private var depth = 0

  /// Reads the history.
  init(
    _ terminal: RawTerminal, maker: CollageMaker, output: OutputOptions, opening: OpeningOptions, picker: PickerOptions,
    web: PickerWeb,
    requestedMode: PictureMode?, isQuiet: Bool
  ) {
    self.terminal = terminal
    self.isQuiet = isQuiet
    let capabilities = TerminalCapabilities(environment: Environment.all, requestedMode: requestedMode)
    events = TerminalEvents(queue: queue)
    probe = TerminalProbe(terminal, capabilities, timer: QueueTimer(queue: queue))
    terminal.startWriting(on: queue)
    pictureTimer = QueueTimer(queue: queue)
    screen = TerminalScreen(terminal)
    screen.cutsRows = capabilities.cutsRows
    style = PromptStyle(capabilities)
    picking = PickingMode(
      picker, web: web, library: try? output.library.resolved().folder, resources: maker.resources, style: style,
      on: terminal, queue: queue)
    session = PromptSession(maker: maker, output: output, opening: opening, queue: .queue(queue))
    preview = PromptPreview(of: session, maker, window: terminal.size, on: queue)
    // Without attributes nobody could tell what is suggested from what is typed.
    let suggestionStyle: ((String) -> String)? = style.hasAttributes ? { PromptStyle.dim($0) } : nil
    line = PromptLine(history: history.load(), suggestionStyle: suggestionStyle, on: queue) {
      [store = session.store] cursor in
      TabCompletion.candidates(for: cursor, store.selection, store.state)
    }
  }

  /// Runs until the user leaves or a signal ends it; restores the terminal.
  ///
  /// - Parameter commands: performed before the first that is entered.
  func run(_ commands: [Command]) -> ExitStatus {
    _ = SignalWatch(saying: "interrupted; what was saved stays", wakes: true)
    TerminalEvents.blockSignals()
    queue.async { [self] in react { begin(commands) } }
    ended.wait()
    return status
  }

  // MARK: Beginning and ending

  private func begin(_ commands: [Command]) {
    terminal.onProgress = { [weak self] in self?.react {} }
    terminal.enterRawMode()
    let dash = style.isUTF8 ? "—" : "-"
    screen.append(
      "collage \(Version.current) \(dash) type help, add or drop up to six photos, or pick them (Ctrl-O)"
    )
    events.start { [weak self] event in self?.react { self?.handle(event) } }
    line.start { [weak self] action in self?.react { self?.handle(action) } }
    history.entries(on: queue)
      .sink { [weak self] entry in self?.react { self?.handle(entry) } }
      .store(in: bag)
    session.store.states
      .receive(on: .queue(queue))
      .sink { [weak self] state in
        self?.react {
          if state.count == 0 { self?.arranging.end() }
          self?.performWaiting()
        }
      }
      .store(in: bag)
    preview.start { [weak self] faults in
      self?.react {
        for fault in faults { self?.say(.failure(fault.message(.prompt))) }
        self?.findLayouts()
      }
    }
    // Commands run one at a time, so only one of them changes.
    for progress in session.fetchProgress {
      progress
        .map { $0.isFetching ? $0 : nil }
        .removeDuplicates { $0?.text == $1?.text }
        .receive(on: .queue(queue))
        .sink { [weak self] fetching in self?.react { self?.fetching = fetching } }
        .store(in: bag)
    }
    session.notice = { [weak self] message in self?.react { self?.say(message) } }
    probe.start { [weak self] in self?.react { self?.showPreview() } }
    waiting = commands.map { (entries, .success($0)) }
    performWaiting()
  }

  /// Ends the prompt; a running save is cancelled first.
  private func end(_ status: ExitStatus) {
    guard !hasEnded else { return }
    self.status = status
    waiting = []
    guard !session.isSaving else {
      leavesWhenSaved = true
      session.cancelSaving()
      return
    }
    hasEnded = true
    picking.stop()
    bag.cancelAll()
    events.stop()
    probe.stop()
    pictureTimer.stop()
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
    case .resized where picking.isActive: picking.show(on: display)
    case .continued where picking.isActive: picking.resume()
    case .resized:
      screen.windowResized()
      preview.fit(in: terminal.size)
      findLayouts()
    case .continued: screen.resume()
    case .signalled(let number): end(.signalled(number))
    }
  }

  private func handle(_ key: Key) {
    switch key {
    case .reply(let reply):
      probe.receive(reply)
      screen.cutsRows = probe.capabilities.cutsRows
    case let key where picking.isActive: picking.handle(key)
    // While a save runs Ctrl-C cancels it; the line being typed stays.
    case .control("c") where session.isSaving: session.cancelSaving()
    case .control("c") where session.isOpening: session.cancelOpening()
    case .control("c") where fetching != nil: session.cancelFetching()
    case let key where arranging.isActive:
      hidesPreview = false
      for step in ArrangingStep.steps(for: key) {
        if let step { arrange(step) } else { terminal.write("\u{7}") }
      }
    // What is running was meant for the photos as they are.
    case .control("t"): if running == 0, waiting.isEmpty { startArranging() } else { terminal.write("\u{7}") }
    case .control("o"): if running == 0, waiting.isEmpty { startPicking([]) } else { terminal.write("\u{7}") }
    default:
      hidesPreview = false
      line.handle(key)
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
      let lines = ShellWords.lines(of: line)
      for line in lines where !line.isEmpty || lines.count == 1 {
        screen.append(session.store.state.prompt + VisibleForm.of(line))
      }
      entries += 1
      waiting += CommandParser.commands(in: line).map { (entries, $0) }
      performWaiting()
    case .endOfInput: perform(.quit)
    }
  }

  /// Performs commands one after the other; during a save at once, so that the rules can refuse them.
  private func performWaiting() {
    while let next = waiting.first, !arranging.isActive, !picking.isActive, mayPerform(next.entry) {
      latest = next.entry
      switch waiting.removeFirst().command {
      case .success(let command): perform(command)
      case .failure(let error): say(.failure(error.description))
      }
    }
  }

  /// Whether nothing else runs; during a save also commands that were not entered together with it, so that the rules
  /// can refuse them.
  private func mayPerform(_ entry: Int) -> Bool {
    running == 0 || (session.isSaving && running == 1 && entry != latest)
  }

  private func perform(_ command: Command) {
    if case .preview(let setting) = command { return set(setting) }
    if case .arrange = command { return startArranging() }
    if case .pick(let folders) = command { return startPicking(folders.map(\.path)) }
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
    hidesPreview = hidesPreview || pushesAway(outcome)
    if !isQuiet { for warning in outcome.warnings { say(.plain(warning)) } }
    if let path = outcome.copiedPath { terminal.write(PromptStyle.clipboard(path.bytes)) }
    if leavesWhenSaved { return end(status) }
    if outcome.leaves { return end(.done) }
    performWaiting()
  }

  // MARK: Arranging with keys

  private func startArranging() {
    if let refusal = arranging.start() { say(.refusal(refusal.description)) }
  }

  private func arrange(_ step: ArrangingStep) {
    if let refusal = arranging.perform(step, columns: screen.width) { say(.refusal(refusal.description)) }
    performWaiting()
  }

  private func findLayouts() { arranging.findLayouts(columns: screen.width) }

  // MARK: Choosing photos by looking

  /// - Parameter folders: where to look; none for the usual ones.
  private func startPicking(_ folders: [FilePath]) {
    if let refusal = session.store.state[.add] { return say(.refusal(refusal.description)) }
    picking.start(folders, adding: session.store.selection, on: display) { [weak self] chosen, hasResized in
      self?.react { self?.finishPicking(chosen, hasResized) }
    }
  }

  /// - Parameter chosen: nil if nothing was chosen.
  private func finishPicking(_ chosen: [TurnedPhoto]?, _ hasResized: Bool) {
    // The picker has changed nothing of what the window showed before, unless the window itself has changed.
    if hasResized {
      screen.windowResized()
      preview.fit(in: terminal.size)
    }
    if let chosen { perform(.addPicked(chosen)) } else { performWaiting() }
  }

  // MARK: Showing

  private func set(_ setting: PreviewSetting?) {
    switch setting {
    case nil: break
    case .on:
      probe.requestedMode = nil
      probe.askIfNeeded()
    case .mode(let mode): probe.requestedMode = mode
    }
    showPreview()
    say(.plain("preview: \(preview.mode.rawValue)"))
  }

  private func showPreview() {
    preview.show(on: display)
    picking.show(on: display)
  }

  private var display: PictureDisplay {
    PictureDisplay(
      mode: probe.mode, background: probe.capabilities.background, window: terminal.size, cell: probe.cell)
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
    if picking.isActive { return picking.draw() }
    if screen.isOutdated { return events.windowChanged() }
    let columns = screen.width
    screen.draw(
      TerminalScreen.Content(
        rows: rows(columns), status: hints(columns), prompt: promptRow(columns), awaitsPictures: preview.isPending),
      keepsRows: waitsForPicture())
  }

  /// Whether a picture is about to come, and has not been waited for too long.
  private func waitsForPicture() -> Bool {
    switch (preview.isPending, pictureWait) {
    case (false, _):
      pictureTimer.stop()
      pictureWait = .none
    case (true, .none):
      pictureWait = .waiting
      pictureTimer.start(after: Self.pictureTimeout) { [weak self] in
        self?.react { self?.pictureWait = .over }
      }
    case (true, .waiting), (true, .over): break
    }
    return pictureWait == .waiting
  }

  /// The preview, the layouts beside the picked one, and the status.
  private func rows(_ columns: Int) -> [LiveRegion.Row] {
    let picture = hidesPreview ? [] : style.rows(of: preview.content, columns: columns)
    let sheet = arranging.sheet(isUTF8: style.isUTF8).map { style.row($0, columns: columns) }
    let arrangement = preview.arrangement
    let status = StatusRow.text(of: arrangement.selection, arrangement.plan, separator: style.separator)
      .map { [style.row($0, columns: columns)] }
    // With the hints and the prompt; a picture made for more rows may still be there.
    let left = terminal.size.rows - 2 - (status ?? []).count
    let shown = [picture + sheet, sheet, picture, []].first { $0.reduce(0) { $0 + $1.height } <= left }
    return (shown ?? []) + (status ?? [])
  }

  private func hints(_ columns: Int) -> String {
    let state = session.store.state
    if state.isSaving { return style.progress(progress, columns: columns) }
    if let fetching { return style.cut(fetching.text, columns: columns) }
    return arranging.isActive
      ? style.arrangingHints(columns: columns) : style.hints(for: state, columns: columns)
  }

  private func promptRow(_ columns: Int) -> LiveRegion.PromptRow {
    guard let text = arranging.title(separator: style.separator) else {
      return line.row(prompt: session.store.state.prompt, columns: columns)
    }
    return LiveRegion.PromptRow(beforeCursor: style.cut(text, columns: columns), afterCursor: "")
  }

  /// Whether the rows of an answer and those of the preview don't fit into the window together.
  private func pushesAway(_ outcome: CommandOutcome) -> Bool {
    guard outcome.isAnswer else { return false }
    let columns = screen.width
    let answer = outcome.messages.reduce(0) { $0 + style.rows(of: $1, columns: columns).count }
    return answer + rows(columns).reduce(0) { $0 + $1.height } + 3 > terminal.size.rows
  }
}

extension SelectionState {
  /// What stands before the line.
  fileprivate var prompt: String { title + "> " }
}
