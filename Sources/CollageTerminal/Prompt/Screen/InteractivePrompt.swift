internal import CollageKit
internal import Files
internal import LineEditing
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import TerminalPictures
internal import ThreadPool

/// The prompt on a terminal: turns keys into commands, and their results into the screen's content.
///
/// Must be used on the terminal's queue only, except for `run`. Everything arrives there: keys,
/// states of the selection, previews, progress and outcomes.
final class InteractivePrompt: TerminalView, @unchecked Sendable {
  private var status = ExitStatus.done
  private let isQuiet: Bool

  let terminal: TerminalSession
  let screen: TerminalScreen
  private let style: TerminalStyle
  private let history = HistoryRecorder()
  private let line: PromptLine
  let session: PromptSession
  let shown: ShownCollage
  private let bag = CancellableBag()
  /// The latest state of the selection, for the title and the hints; updated as soon as a change is
  /// made.
  private let state: Locked<SelectionState>

  /// The share of a save that is done, 0 to 1.
  private var progress = 0.0
  /// The progress of downloads; nil if nothing is being fetched.
  private var fetching: FetchProgress?
  var commands = CommandQueue()
  /// Whether a cancelled command is taking long to end.
  private var isCancelling = false
  private let cancelTimer: QueueTimer
  /// How long a cancelled command may take until that is shown.
  private static let cancelTimeout = Duration.milliseconds(100)
  private var leavesWhenSaved = false
  private var hasEnded = false
  lazy var arranging = ArrangingMode(session, shown.preview, terminal) { [weak self] keys in
    self?.react { prompt in keys.forEach(prompt.handle) }
  }
  /// Kept from one picker to the next.
  lazy var pickerDependencies = makePickerDependencies(
    composer, session.store.selection.options.decoding.limits)
  private let makePickerDependencies: (PreviewComposer, DecodeLimits) -> PickerDependencies
  let composer: PreviewComposer
  var picker: InteractivePicker?
  var libraryPanel: LibraryPanel?
  /// Photos that were marked when a picker was left; the next picker offers them again.
  var offered: [Photo] = []
  private lazy var pictureWait = PictureWait(on: terminal.queue) { [terminal] in terminal.react {} }
  /// The completions that Tab lists.
  private var choices: [String] = []
  /// Whether the preview is hidden until the next key, so that it doesn't push a long answer off
  /// the screen.
  private var hidesPreview = false

  /// Reads the history.
  ///
  /// - Parameter picker: makes the dependencies of a picker in the default folders.
  init(
    on terminal: TerminalSession, maker: CollageMaker, destination: CollageDestination,
    opening: OpeningOptions,
    picker: @escaping (PreviewComposer, DecodeLimits) -> PickerDependencies, isQuiet: Bool
  ) {
    self.terminal = terminal
    self.isQuiet = isQuiet
    makePickerDependencies = picker
    composer = PreviewComposer(resources: maker.context.resources)
    let queue = terminal.queue
    cancelTimer = QueueTimer(queue: queue)
    screen = TerminalScreen(terminal.device) { terminal.capabilities.cutsRows }
    style = terminal.style
    session = PromptSession(
      maker: maker, destination: destination, opening: opening, queue: .queue(queue))
    session.resumesSaved = true
    state = Locked(session.store.state)
    shown = ShownCollage(session, composer, on: terminal)
    // Without text attributes, suggested text would look like typed text.
    let suggestionStyle: ((String) -> String)? =
      style.hasAttributes ? { TerminalStyle.dim($0) } : nil
    line = PromptLine(history: history.load(), suggestionStyle: suggestionStyle, on: queue) {
      [store = session.store, library = destination.library] cursor in
      TabCompletion.candidates(for: cursor, store.selection, store.state, library)
    }
  }

  /// Runs until the user leaves or a signal ends it; restores the terminal.
  ///
  /// - Parameter commands: performed before the first command that is entered.
  func run(_ commands: [Command]) -> ExitStatus {
    terminal.run(message: "interrupted; saved collages are kept") {
      begin(commands)
    } signalled: { [weak self] number in
      self?.end(.signalled(number))
    }
    return status
  }

  // MARK: Beginning and ending

  private func begin(_ commands: [Command]) {
    let queue = WorkQueue.queue(terminal.queue)
    terminal.open(self)
    let dash = style.isUTF8 ? "—" : "-"
    report(
      .plain(
        "collage \(Version.current) \(dash) type help, add or drop up to six photos, "
          + "or pick them (Ctrl-O)"
      ))
    line.start { [weak self] action in self?.react { $0.handle(action) } }
    history.entries(on: terminal.queue)
      .sink { [weak self] entry in self?.react { $0.handle(entry) } }
      .store(in: bag)
    session.store.states
      .handleEvents(receiveOutput: { [weak self] latest in self?.state.withLock { $0 = latest } })
      .receive(on: queue)
      .sink { [weak self] state in
        self?.react { prompt in
          if state.count == 0 { prompt.arranging.end() }
          prompt.shown.selectionChanged(isEmpty: state.count == 0)
          prompt.performWaiting()
        }
      }
      .store(in: bag)
    shown.preview.start { [weak self] faults in
      self?.react { prompt in
        for fault in faults { prompt.report(.failure(fault.message(.prompt))) }
        prompt.findLayouts()
      }
    }
    // Commands run one at a time, so only one of these changes.
    for progress in session.fetchProgress {
      progress
        .map { $0.isFetching ? $0 : nil }
        .removeDuplicates { $0?.text == $1?.text }
        .receive(on: queue)
        .sink { [weak self] fetching in self?.react { $0.fetching = fetching } }
        .store(in: bag)
    }
    session.knownFaults = { [weak shown] in shown?.preview.reportedFaults ?? [] }
    session.notice = { [weak self] outcome in self?.react { $0.report(outcome) } }
    self.commands.append(commands.map { .success($0) })
    performWaiting()
  }

  /// Ends the prompt; a running save is cancelled first.
  private func end(_ status: ExitStatus) {
    guard !hasEnded else { return }
    self.status = status
    commands.removeAll()
    guard !session.isSaving else {
      leavesWhenSaved = true
      session.cancelSaving()
      return
    }
    hasEnded = true
    picker?.stop()
    libraryPanel?.stop()
    bag.cancelAll()
    pictureWait.stop()
    cancelTimer.stop()
    line.stop()
    shown.stop()
    session.close()
    screen.close()
    terminal.end()
  }

  // MARK: Events

  /// Runs the reaction to an event, then draws what it changed.
  func react(_ body: (InteractivePrompt) -> Void) { terminal.react { body(self) } }

  func windowResized() {
    screen.windowResized()
    displayChanged()
    findLayouts()
  }

  func displayChanged() { shown.displayChanged() }

  func resume() {
    screen.resume()
    arranging.resume()
  }

  func handle(_ key: Key) {
    if arranging.holds(key) { return }
    switch key {
    // During a save, Ctrl-C cancels the save; the line being typed stays.
    case .control("c") where session.isSaving: cancel { session.cancelSaving() }
    case .control("c") where session.isWorking: cancel { session.cancelWork() }
    case .reply(.cursorPosition(let row, _)):
      arranging.cursorFound(
        row: row - 1, rowsAbove: rows(screen.width).reduce(1) { $0 + $1.height }, report: report)
    case .mouse(let event) where arranging.isActive:
      arranging.handle(event, columns: screen.width, report: report)
    case .reply, .mouse: break
    case let key where arranging.isActive:
      hidesPreview = false
      arrange(key)
    case .named(.function(1), _):
      if commands.isIdle { perform(.help(nil)) } else { terminal.device.write("\u{7}") }
    // A running command was meant for the photos as they are.
    case .control("t"):
      if commands.isIdle { startArranging() } else { terminal.device.write("\u{7}") }
    case .control("o"):
      if commands.isIdle { startPicking([]) } else { terminal.device.write("\u{7}") }
    default:
      hidesPreview = false
      line.handle(key)
    }
  }

  private func handle(_ action: PromptLine.Action) {
    switch action {
    case .edited: break
    case .submitted(let line): history.add(.line(line))
    case .nothingToDrop: report(.plain(PromptTexts.howToLeave))
    case .endOfInput: history.add(.endOfInput)
    case .choices(let completion):
      choices = completion.rows(columns: screen.width, limit: PromptLine.maxChoiceRows)
    case .redraw: screen.clear()
    case .suspend: screen.suspend()
    case .bell: terminal.device.write("\u{7}")
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
      shown.stopViewing()
      commands.append(CommandParser.commands(in: line))
      performWaiting()
    case .endOfInput: perform(.quit)
    }
  }

  /// Performs commands one after the other; during a save at once, so that the rules can refuse
  /// them.
  func performWaiting() {
    while !arranging.isActive, terminal.shows(self),
      let next = commands.next(isSaving: session.isSaving)
    {
      switch next {
      case .success(let command): perform(command)
      case .failure(let error): report(.failure(error.description))
      }
    }
  }

  func perform(_ command: Command) {
    let command = session.meaning(of: command)
    if case .preview(let setting) = command { return set(setting) }
    if case .arrange = command { return startArranging() }
    if case .pick(let named) = command {
      let paths = PathWord.typed(named).map(\.path)
      return startPicking(
        paths.filter { !Picker.isWord($0) }, searching: Picker.term(paths.filter(Picker.isWord)))
    }
    if case .open(nil) = command { return startOpening() }
    if case .findSaved(let term) = command { return startOpening(searching: term) }
    if command == .new || command == .clear { shown.forgetSaved() }
    if command == .setting(.showAll), shown.showSettings() { return }
    if !command.keepsSettingsInView { shown.hideSettings() }
    commands.begin()
    session.perform(command) { [weak self] fraction in
      self?.show(progress: fraction)
    } done: { [weak self] outcome in
      self?.react { $0.finish(outcome) }
    }
  }

  private func finish(_ outcome: CommandOutcome) {
    commands.end()
    cancelTimer.stop()
    isCancelling = false
    if !session.isSaving { progress = 0 }
    if outcome.saved != nil, session.store.selection.photos.isEmpty {
      shown.keepSaved(PromptTexts.savedStatus)
    }
    report(outcome)
    hidesPreview = hidesPreview || pushesAway(outcome)
    if !isQuiet { for warning in outcome.warnings { report(.plain(warning)) } }
    if let path = outcome.copiedPath { terminal.device.write(TerminalStyle.clipboard(path.bytes)) }
    if leavesWhenSaved { return end(status) }
    if outcome.leaves { return end(.done) }
    performWaiting()
  }

  func report(_ outcome: CommandOutcome) {
    if let path = outcome.unviewedPath, terminal.display.mode != .off {
      return shown.view(path, session.store.selection.options.decoding.limits) { [weak self] in
        self?.report($0)
      }
    }
    for message in outcome.messages { report(message) }
  }

  private func cancel(_ work: () -> Void) {
    work()
    cancelTimer.start(after: Self.cancelTimeout) { [weak self] in
      self?.react { $0.isCancelling = !$0.commands.isIdle }
    }
  }

  // MARK: Showing

  /// A save reports its progress more often than anybody can see.
  private func show(progress fraction: Double) {
    if Int(fraction * 100) != Int(progress * 100) { react { $0.progress = fraction } }
  }

  func report(_ message: PromptMessage) {
    style.rows(of: message, columns: screen.width).forEach(screen.append)
  }

  func draw() {
    if screen.isOutdated { return terminal.windowChanged() }
    let columns = screen.width
    shown.setKeysShown(arranging.showsHelp)
    arranging.keepsHelp = shown.hasKeysBeside
    let isPending = shown.preview.isPending
    let content = TerminalScreen.Content(
      rows: rows(columns), status: hints(columns), prompt: promptRow(columns),
      awaitsPictures: isPending,
      hiddenRows: style.rows(of: shown.content(style).picture, columns: columns))
    screen.draw(content, keepsRows: pictureWait.waits(isPending: isPending))
  }

  /// Whether the picture is hidden to leave space for an answer.
  private var isPictureHidden: Bool {
    hidesPreview || (arranging.showsHelp && !shown.hasKeysBeside)
  }

  /// The preview, the layouts near the current one, the status, and completions.
  private func rows(_ columns: Int) -> [LiveRegion.Row] {
    let collage = shown.content(style)
    let last = [collage.status].compactMap(\.self) + (line.isListing ? choices : [])
    let lastRows = last.map { style.row($0, columns: columns) }
    // Below are the hints and the prompt. A picture that was made for more rows may still be there.
    let left = terminal.device.size.rows - 2 - last.count
    let help = arranging.showsHelp ? helpRows(columns, room: left) : []
    if arranging.showsHelp, !shown.hasKeysBeside {
      return help.map { style.row($0, columns: columns) } + lastRows
    }
    let picture = isPictureHidden ? [] : rows(of: collage.picture, help, columns)
    let sheet = arranging.sheet(isUTF8: style.isUTF8).map { style.row($0, columns: columns) }
    // The keys are in the picture's rows, so with them these are worth more than the layouts.
    let contents = help.isEmpty ? [picture + sheet, sheet, picture] : [picture + sheet, picture]
    let fitting = contents.first { $0.reduce(0) { $0 + $1.height } <= left }
    return (fitting ?? []) + lastRows
  }

  /// The picture with the settings beside it, or with the keys, of which there may be more rows.
  private func rows(
    of picture: PictureContent, _ help: [String], _ columns: Int
  ) -> [LiveRegion.Row] {
    guard !help.isEmpty else {
      return style.rows(of: picture, columns: columns, beside: shown.settings)
    }
    let height = style.rows(of: picture, columns: columns).reduce(0) { $0 + $1.height }
    let besides = height > 1 ? height : 0
    let gap = String(repeating: " ", count: besides > 0 ? shown.preview.columns + 2 : 0)
    return style.rows(of: picture, columns: columns, beside: Array(help.prefix(besides)))
      + help.dropFirst(besides).map { style.row(gap + $0, columns: columns) }
  }

  private func hints(_ columns: Int) -> String {
    let state = state.withLock(\.self)
    if isCancelling {
      return style.cut(style.isUTF8 ? "cancelling…" : "cancelling...", columns: columns)
    }
    if state.isSaving { return style.progress(progress, columns: columns) }
    if let fetching { return style.cut(fetching.text + "   Ctrl-C cancels", columns: columns) }
    if let notice = arranging.notice { return style.cut(notice, columns: columns) }
    return arranging.isActive
      ? KeyHint.row(ArrangingHints.all, columns: columns)
      : style.hints(
        shown.isSaved ? CommandName.hintedAfterSave : CommandName.hinted, for: state,
        columns: columns)
  }

  private func promptRow(_ columns: Int) -> LiveRegion.PromptRow {
    guard let text = arranging.title(separator: style.separator) else {
      return line.row(prompt: state.withLock(\.prompt), columns: columns)
    }
    // The cursor stands on the photo's number, where screen readers and magnifiers follow it.
    return LiveRegion.PromptRow(beforeCursor: "", afterCursor: style.cut(text, columns: columns))
  }

  /// Whether the rows of an answer and those of the preview don't fit into the window together.
  private func pushesAway(_ outcome: CommandOutcome) -> Bool {
    guard outcome.isAnswer else { return false }
    let columns = screen.width
    let answer = outcome.messages.reduce(0) { $0 + style.rows(of: $1, columns: columns).count }
    // A picture that is still to come may take all the space.
    let live = max(
      rows(columns).reduce(0) { $0 + $1.height }, shown.preview.isPending ? shown.room.rows + 1 : 0)
    return answer + live + 3 > terminal.device.size.rows
  }
}

extension SelectionState {
  /// The prompt in front of the line.
  fileprivate var prompt: String { title + "> " }
}
