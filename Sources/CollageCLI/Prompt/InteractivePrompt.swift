internal import CollageKit
internal import Dispatch
internal import Glibc
internal import LineEditing
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import TerminalPictures

/// The prompt on a terminal: keys, selection states, previews, progress and signals arrive as one stream of events on
/// one queue, and each event redraws what it changed.
///
/// Must be used on its own queue only.
final class InteractivePrompt: @unchecked Sendable {
  private enum Event {
    case keys([UInt8])
    case escapeTimedOut(generation: Int)
    case state(SelectionState)
    case picture(PreviewPipeline.Picture)
    case progress(Double)
    case outcome(CommandOutcome)
    case probeTimedOut
    case resized
    case resizeSettled(generation: Int)
    case continued
    case signalled(Int32)
  }

  private let queue = DispatchQueue(label: "collage.front", qos: .userInteractive)
  private let ended = DispatchSemaphore(value: 0)
  private var status = ExitStatus.done

  private let terminal: RawTerminal
  private let isQuiet: Bool
  private let session: PromptSession
  private let previews: PreviewPipeline
  private let bag = CancellableBag()
  private var sources: [any DispatchSourceProtocol] = []

  private var keys = KeyParser()
  private var keyGeneration = 0
  private var editor: LineEditor
  private let historyFile: HistoryFile?
  private var region = LiveRegion()
  private let style: PromptStyle
  private var facts: TerminalCapabilities
  private var mode = PictureMode.off
  private var cell: PixelSize?
  /// Which questions the terminal has yet to answer.
  private enum Probe { case identity, pictures, nothing }
  private var probe = Probe.nothing

  private var state: SelectionState
  /// The latest preview request; the picture on screen may belong to an earlier one.
  private var request: PreviewPipeline.Request?
  private var preview = PreviewPipeline.Content.nothing
  /// The faults of the chosen photos that have been reported.
  private var reportedFaults: Set<PhotoError> = []
  private var progress: Double?
  private var messages: [String] = []
  /// The window's size when something was last drawn; nil while the region is not on screen.
  private var drawnSize: RawTerminal.Size?
  /// Counts changes of the window's size; they often come in bursts.
  private var resizeGeneration = 0
  /// While true nothing is drawn: the window's size is still changing.
  private var isResizing = false
  /// What must be redrawn before the next event.
  private enum Drawing: Int { case nothing, prompt, hints, everything }
  private var drawing = Drawing.nothing
  /// Lines that were entered while another command was running.
  private var waiting: [String] = []
  private var isBusy = false
  private var leavesWhenSaved = false

  init(_ terminal: RawTerminal, maker: CollageMaker, output: OutputOptions, requestedMode: PictureMode?, isQuiet: Bool)
  {
    self.terminal = terminal
    self.isQuiet = isQuiet
    session = PromptSession(maker: maker, output: output, queue: .queue(queue))
    previews = PreviewPipeline(limits: maker.options.decoding.limits, resources: maker.resources)
    facts = TerminalCapabilities(environment: Environment.all, requestedMode: requestedMode)
    style = PromptStyle(hasAttributes: !facts.isColourUnwanted, isUTF8: facts.isUTF8)
    historyFile = UserFolders.state.map { HistoryFile($0.appending("history")) }
    editor = LineEditor(history: historyFile?.load() ?? History())
    state = session.store.state
  }

  /// Runs until the user leaves or a signal ends it; restores the terminal.
  func run(chosen: [FilePath]) -> ExitStatus {
    // This thread only waits. A signal delivered to it would not become an event, and would stop the program too late.
    ThreadSignals.block(RawTerminal.stops + Self.ends + [SIGWINCH, SIGCONT])
    queue.async { [self] in begin(chosen) }
    ended.wait()
    return status
  }

  // MARK: Beginning and ending

  private func begin(_ chosen: [FilePath]) {
    terminal.enterRawMode()
    let dash = style.isUTF8 ? "—" : "-"
    say("collage \(Version.current) \(dash) put up to six photos together. Type help, or add and drop files.")
    listen()
    session.store.states.sink { [weak self] state in self?.handle(.state(state)) }.store(in: bag)
    previews.pictures(on: queue).sink { [weak self] picture in self?.handle(.picture(picture)) }.store(in: bag)
    session.store.selections.sink { [weak self] _ in self?.requestPreview() }.store(in: bag)
    session.options.publisher.sink { [weak self] _ in self?.requestPreview() }.store(in: bag)
    if facts.isWorthProbing {
      probe = .identity
      terminal.write(PictureProbe.identity)
      queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in self?.handle(.probeTimedOut) }
    } else {
      choosePictureMode()
    }
    if !chosen.isEmpty { perform(.add(chosen.map(PathWord.init))) }
    need(.everything)
    drawIfNeeded()
  }

  private func listen() {
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    input.setEventHandler { @Sendable [weak self] in self?.readKeys() }
    sources = [input]
    watch(SIGWINCH, as: .resized)
    watch(SIGCONT, as: .continued)
    for number in Self.ends { watch(number, as: .signalled(number)) }
    for source in sources { source.resume() }
  }

  /// Signals that end the program.
  private static let ends = [SIGINT, SIGTERM, SIGHUP]

  private func watch(_ number: Int32, as event: Event) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { @Sendable [weak self] in self?.handle(event) }
    sources.append(source)
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
    for source in sources { source.cancel() }
    sources = []
    session.close()
    terminal.write(region.erase(in: window) + messages.map { $0 + "\r\n" }.joined())
    terminal.restore()
    ended.signal()
  }

  // MARK: Events

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count =
      unsafe (try? bytes.withUnsafeMutableBytes { unsafe try FileDescriptor.standardInput.read(into: $0) }) ?? 0
    // Readable but no bytes: the terminal is gone.
    if count == 0 { return handle(.signalled(SIGHUP)) }
    handle(.keys(Array(bytes[..<count])))
  }

  private func handle(_ event: Event) {
    switch event {
    case .keys(let bytes):
      for key in keys.feed(bytes) { handle(key) }
      keyGeneration += 1
      if let timeout = keys.timeout {
        let generation = keyGeneration
        queue.asyncAfter(deadline: .now() + timeout.dispatchInterval) { [weak self] in
          self?.handle(.escapeTimedOut(generation: generation))
        }
      }
    case .escapeTimedOut(let generation):
      if generation == keyGeneration { for key in keys.flush() { handle(key) } }
    case .state(let state):
      guard state != self.state else { break }
      self.state = state
      need(.hints)
    case .picture(let new):
      guard new.request == request else { break }
      report(new.faults)
      guard new.content != preview else { break }
      preview = new.content
      need(.everything)
    case .progress(let fraction):
      let percent = { (fraction: Double?) in fraction.map { Int($0 * 100) } }
      guard session.isSaving, percent(fraction) != percent(progress) else { break }
      progress = fraction
      need(.hints)
    case .outcome(let outcome): finish(outcome)
    case .probeTimedOut: if mode == .off { choosePictureMode() }
    case .resized: awaitSize()
    case .resizeSettled(let generation):
      if generation == resizeGeneration { takeInSize() }
    case .continued:
      if terminal.isRaw { enterRawModeAgain() }
    case .signalled(let number): end(.signalled(number))
    }
    drawIfNeeded()
  }

  private func handle(_ key: Key) {
    if case .reply(let reply) = key { return handle(reply) }
    // While a save runs Ctrl-C cancels it; the line being typed stays.
    if key == .control("c"), session.isSaving { return session.cancelSaving() }
    let outcome = editor.apply(key)
    switch outcome {
    case .edited: need(.prompt)
    case .submitted(let line): submit(line)
    case .interrupted: need(.prompt)
    case .endOfInput: perform(.quit)
    case .complete: complete()
    case .redraw:
      terminal.write(region.clearWindow())
      need(.everything)
    case .suspend: suspend()
    case .bell: terminal.write("\u{7}")
    case .ignored: break
    }
  }

  private func handle(_ reply: TerminalReply) {
    switch reply {
    case .kittyGraphics(let ok): if ok { facts.answersKitty = true }
    case .cellSize(let height, let width): cell = PixelSize(width: width, height: height)
    case .version(let version): facts.identify(version)
    case .deviceAttributes:
      switch probe {
      case .identity where facts.multiplexer == nil:
        probe = .pictures
        terminal.write(PictureProbe.pictures)
      case .identity, .pictures:
        probe = .nothing
        choosePictureMode()
      case .nothing: break
      }
    case .areaSize, .cursorPosition, .other: break
    }
  }

  // MARK: Orders

  private func submit(_ line: String) {
    say(promptText + VisibleForm.of(line))
    need(.everything)
    // Passwords must not be kept on the disk.
    if !ShellWords.split(line).contains(where: { PhotoURL($0.bytes)?.hasSecrets == true }) { historyFile?.append(line) }
    waiting.append(line)
    performWaiting()
  }

  private func performWaiting() {
    // During a save commands run at once, so that the rules can refuse them; otherwise one after the other.
    while !waiting.isEmpty, !isBusy || session.isSaving {
      let line = waiting.removeFirst()
      do throws(CommandParseError) {
        if let command = try CommandParser.command(in: line) { perform(command) }
      } catch {
        say(.failure(error.description))
      }
    }
  }

  private func perform(_ command: Command) {
    need(.everything)
    if case .preview(let setting) = command { return set(setting) }
    isBusy = true
    session.perform(command) { [weak self] fraction in
      self?.handle(.progress(fraction))
    } done: { [weak self] outcome in
      self?.handle(.outcome(outcome))
    }
  }

  private func finish(_ outcome: CommandOutcome) {
    isBusy = session.isSaving
    if !session.isSaving { progress = nil }
    for message in outcome.messages { say(message) }
    if !isQuiet { for warning in outcome.warnings { say(.plain(warning)) } }
    need(.everything)
    if leavesWhenSaved { return end(status) }
    if outcome.leaves { return end(.done) }
    performWaiting()
  }

  private func set(_ setting: PreviewSetting?) {
    switch setting {
    case nil: break
    case .on: facts.requestedMode = nil
    case .mode(let mode): facts.requestedMode = mode
    }
    choosePictureMode()
    say("preview: \(mode.rawValue)")
  }

  private func complete() {
    let cursor = editor.wordUnderCursor
    let completion = Completion(of: cursor, with: TabCompletion.candidates(for: cursor, state))
    if editor.complete(with: completion) == .bell {
      if completion.choices.isEmpty { return terminal.write("\u{7}") }
      for row in completion.rows(columns: terminal.size.columns, limit: 8) { say(row) }
    }
    need(.everything)
  }

  private func suspend() {
    terminal.write(region.erase(in: window))
    drawnSize = nil
    terminal.restore()
    RawTerminal.stop(SIGTSTP)
    enterRawModeAgain()
  }

  private func enterRawModeAgain() {
    terminal.enterRawMode()
    need(.everything)
    drawIfNeeded()
  }

  // MARK: The window's size

  private var window: LiveRegion.Window {
    let size = terminal.size
    return LiveRegion.Window(rows: size.rows, columns: size.columns, cutsRows: facts.cutsRows)
  }

  /// Waits until a burst of size changes is over: drawing in between costs time and leaves more rows to wrap again.
  private func awaitSize() {
    isResizing = true
    resizeGeneration += 1
    let generation = resizeGeneration
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [weak self] in
      self?.handle(.resizeSettled(generation: generation))
    }
  }

  private func takeInSize() {
    isResizing = false
    if terminal.isRaw { terminal.write(LiveRegion.begin + region.erase(in: window)) }
    drawnSize = nil
    let placement = request?.placement
    requestPreview()
    // The old picture may have too many rows now, or rows that are too wide.
    if request?.placement != placement { preview = .nothing }
    need(.everything)
  }

  // MARK: Preview

  private func choosePictureMode() {
    mode = PictureMode.chosen(for: facts)
    requestPreview()
  }

  private func requestPreview() {
    let size = terminal.size
    if cell == nil, let width = size.cellWidth, let height = size.cellHeight {
      cell = PixelSize(width: width, height: height)
    }
    let options = session.options.value
    let placement = PicturePlacement(
      of: session.plan?.layout.canvas ?? PixelSize(width: 3, height: 2), mode: mode, windowColumns: size.columns - 1,
      availableRows: size.rows - 6, cell: cell)
    let request = PreviewPipeline.Request(
      photos: session.store.selection.photos, options: options, placement: placement, background: facts.background)
    self.request = request
    reportedFaults = reportedFaults.filter { fault in request.photos.contains { $0.path == fault.path } }
    previews.show(request)
  }

  /// Reports what is wrong with photos, once for as long as they are chosen. Damage that is allowed is reported by the
  /// save.
  private func report(_ faults: [PhotoError]) {
    for fault in faults where !(session.allowsDamage && fault.isAllowable) {
      if reportedFaults.insert(fault).inserted { say(.failure(fault.message(.prompt))) }
    }
  }

  // MARK: Drawing

  private func say(_ message: PromptMessage) {
    style.rows(of: message, columns: terminal.size.columns).forEach(say)
  }

  private func say(_ line: String) {
    messages.append(line)
    need(.everything)
  }

  /// The rows above the hints.
  private func previewRows(columns: Int) -> [LiveRegion.Row] {
    switch preview {
    case .rows(let rows): rows
    case .failed(let reason): style.rows(of: .plain("no preview: " + reason), columns: columns).map { .text($0) }
    }
  }

  private var promptText: String { state.title + "> " }

  private var promptRow: LiveRegion.PromptRow {
    let view = editor.view(prompt: promptText, columns: terminal.size.columns)
    return LiveRegion.PromptRow(beforeCursor: view.prompt + view.before, afterCursor: view.after)
  }

  private func need(_ more: Drawing) { if more.rawValue > drawing.rawValue { drawing = more } }

  /// Draws only what has changed: a keystroke costs one row.
  private func drawIfNeeded() {
    guard terminal.isRaw, !isResizing, drawing != .nothing else { return }
    let size = terminal.size
    // The signal for the new size is still to come.
    if let drawnSize, drawnSize != size { return awaitSize() }
    drawnSize = size
    defer { drawing = .nothing }
    let columns = size.columns
    let hints =
      state.refusalWhileSaving != nil
      ? style.progress(progress ?? 0, columns: columns) : style.hints(for: state, columns: columns)
    switch drawing {
    case .nothing: break
    case .prompt: terminal.write(region.draw(promptRow))
    case .hints: terminal.write(region.draw(lastRow: hints, promptRow))
    case .everything:
      terminal.write(
        region.draw(messages: messages, rows: previewRows(columns: columns) + [.text(hints)], prompt: promptRow))
      messages = []
    }
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000))
  }
}
