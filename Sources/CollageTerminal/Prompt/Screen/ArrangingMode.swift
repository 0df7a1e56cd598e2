internal import CollageKit
internal import LineEditing
internal import OpenCombine
internal import PhotoLayouts
internal import ReactiveTraits

/// Arranging photos with keys: the highlighted photo, and the layouts near the current one.
///
/// Must be used on the terminal's queue only. Layouts are searched for in the background, unless a
/// key needs one at once.
final class ArrangingMode: @unchecked Sendable {
  /// The index of the highlighted photo, from 0; nil while a line is being typed.
  private(set) var place: Int? {
    didSet {
      preview.highlighted = place
      if (oldValue == nil) != (place == nil) { takeMouse() }
    }
  }

  /// Whether the keys are shown, beside the picture or in its place.
  var showsHelp: Bool { helpStart != nil }
  /// Whether they are beside it, so that other keys leave them there.
  var keepsHelp = false
  /// The first row of the help that is shown; nil for no help.
  private var helpStart: Int?
  /// The first row that doesn't fit any more; nil if all do.
  private var helpRest: Int?

  /// Why the latest key has had no effect; nil if it had one.
  private(set) var notice: String?

  private let session: PromptSession
  private let preview: CollagePreview
  private let queue: WorkQueue
  private let device: any TerminalDevice
  /// Presses and releases that wait until the terminal has reported where the picture is.
  private var clicks: [MouseEvent] = []
  /// The index of the photo on which the button was pressed.
  private var pressed: Int?
  /// Called when `sheet` or `notice` changes later than the call that asked for it, with keys that
  /// had to wait for that.
  private let changed: ([Key]) -> Void
  /// By rank, from 1; nil unless the user is browsing layouts.
  private var layouts: [Int: CollageLayout]? {
    didSet { preview.reservedRows = layouts == nil ? 0 : LayoutSheet.height }
  }
  /// The selection that the layouts are for.
  private var request: Request?
  private var search: AnyCancellable?
  private var history = ArrangingHistory()
  /// The search for a layout in which a photo has another size; nil while there is none.
  private var trial: AnyCancellable?
  /// The keys that wait for it, because they are meant for what it leads to.
  private var heldKeys: [Key] = []

  private struct Request: Hashable {
    let selection: Selection
    let ranks: ClosedRange<Int>
  }

  init(
    _ session: PromptSession, _ preview: CollagePreview, _ terminal: TerminalSession,
    changed: @escaping ([Key]) -> Void
  ) {
    self.session = session
    self.preview = preview
    queue = .queue(terminal.queue)
    device = terminal.device
    self.changed = changed
  }

  var isActive: Bool { place != nil }

  /// Highlights the first photo, unless there is none.
  func start() -> Refusal? {
    let refusal = session.store.state[.remove]
    if refusal == nil { place = 0 }
    return refusal
  }

  func end() {
    place = nil
    helpStart = nil
    notice = nil
    layouts = nil
    request = nil
    search = nil
    history = ArrangingHistory()
    trial = nil
    heldKeys = []
  }

  /// Performs a step; arranging ends when no photo is left.
  func perform(_ step: ArrangingStep, columns: Int) -> Refusal? {
    guard let place else { return nil }
    notice = nil
    let showedHelp = showsHelp
    if step == .help {
      helpStart = showedHelp ? helpRest : 0
      return nil
    }
    if step == .back || !keepsHelp { helpStart = nil }
    if step == .end || step == .back {
      if step == .end || !showedHelp { end() }
      return nil
    }
    if step == .undo, !history.canUndo {
      notice = ArrangingTexts.nothingToUndo(hasEarlier: session.store.state[.undo] == nil)
      return nil
    }
    let refusal = perform(step, at: place) {
      session.arrange(step, at: place, in: plan(for: step))
    }
    if isActive {
      if case .pick = step, layouts == nil { layouts = [:] }
      findLayouts(columns: columns)
    }
    return refusal
  }

  /// Performs a step and remembers it, so that it can be undone; arranging ends when no photo is
  /// left.
  private func perform(
    _ step: ArrangingStep?, at place: Int, _ body: () -> ArrangingOutcome
  ) -> Refusal? {
    let before = session.store.selection
    var outcome = body()
    let selection = session.store.selection
    if selection != before {
      outcome.place = history.place(
        after: step, from: place, to: outcome.place)
    }
    guard selection.count > 0 else {
      end()
      return outcome.refusal
    }
    self.place = min(outcome.place, selection.count - 1)
    notice = outcome.notice
    // There are no others beside it, and those that are still searched for come too late.
    if selection.options.layout.isArranged { (layouts, request, search) = (nil, nil, nil) }
    if let trial = outcome.trial { start(trial) }
    return outcome.refusal
  }

  // MARK: Sizes

  private func start(_ trial: SizeTrial) {
    if trial.selection.count > Self.manyPhotos { notice = ArrangingTexts.seeking }
    self.trial = session.layouts.first(
      of: trial.candidates, insteadOf: trial.selection, where: trial.changesSize
    )
    .receive(on: queue)
    .sink { [weak self] found in
      guard let self else { return }
      let refusal = perform(nil, at: trial.place) { [session] in
        session.finish(trial, with: found)
      }
      if let refusal { notice = refusal.description }
      endTrial()
    }
  }

  /// More photos than these may take so long that somebody asks what happens.
  private static let manyPhotos = 8

  private func endTrial() {
    trial = nil
    let keys = heldKeys
    heldKeys = []
    changed(keys)
  }

  /// Keeps a key until a search has ended for which it must wait. Ctrl-C ends the search.
  ///
  /// - Returns: whether the key waits, or has ended the search.
  func holds(_ key: Key) -> Bool {
    guard trial != nil else { return false }
    switch key {
    case .reply: return false
    case .control("c"):
      trial = nil
      heldKeys = []
      notice = nil
    default: heldKeys.append(key)
    }
    return true
  }

  /// Called for a key without a meaning.
  func ignore(_ key: Key) {
    guard case .text(let text) = key else { return }
    notice = ArrangingTexts.noSuchKey(VisibleForm.of(text))
  }

  /// The rows of the help that fit, from the one to which the user has scrolled; the last one says
  /// how to see more.
  func helpPage(of rows: [String], room: Int) -> [String] {
    guard rows.count > room, room > 1 else {
      helpRest = nil
      return Array(rows.prefix(room))
    }
    let page = rows.dropFirst(helpStart ?? 0).prefix(room - 1)
    helpRest = page.endIndex < rows.count ? page.endIndex : nil
    return page + [helpRest == nil ? "? hides the keys" : "? shows more keys"]
  }

  private func takeMouse() {
    device.write(isActive ? RawTerminal.mouseStart : RawTerminal.mouseEnd)
  }

  /// Called after something else has used the terminal.
  func resume() { if isActive { takeMouse() } }

  /// The wheel browses layouts; a click first asks where the picture is.
  func handle(_ event: MouseEvent, columns: Int, report: (PromptMessage) -> Void) {
    switch event.action {
    case .wheelUp, .wheelDown:
      let refusal = perform(.pick(event.action == .wheelUp ? -1 : 1), columns: columns)
      if let refusal { report(.refusal(refusal.description)) }
    case .press, .release:
      clicks.append(event)
      device.write("\u{1B}[6n")
    case .rightPress: break
    }
  }

  /// Called when the terminal has reported where the cursor is. A press highlights a photo, and a
  /// release on another photo swaps the two.
  ///
  /// - Parameters:
  ///   - row: the row of the prompt.
  ///   - rowsAbove: the number of rows from the top of the picture to the prompt.
  func cursorFound(row: Int, rowsAbove: Int, report: (PromptMessage) -> Void) {
    guard !clicks.isEmpty else { return }
    let event = clicks.removeFirst()
    guard isActive, !showsHelp || keepsHelp else { return }
    let target = preview.photo(row: event.row - row + rowsAbove, column: event.column)
    if event.action == .press {
      pressed = target
      if let target { place = target }
    } else if let pressed, let target, target != pressed {
      notice = nil
      let refusal = perform(.move(.right), at: pressed) {
        session.swapPlaces(pressed, target, in: plan(for: .move(.right)))
      }
      if let refusal { report(.refusal(refusal.description)) }
    }
  }

  /// Searches for the layouts that a window of this width shows near the current one, if they are
  /// shown.
  func findLayouts(columns: Int) {
    guard layouts != nil, let plan = try? preview.arrangement.plan?.get() else { return }
    let selection = preview.arrangement.selection
    let ranks = LayoutSheet.ranks(
      around: selection.options.layout.pick, of: plan.choices, columns: columns)
    let next = Request(selection: selection, ranks: ranks)
    guard request != next else { return }
    request = next
    search = session.layouts.layouts(ranks, of: selection)
      .receive(on: queue)
      .sink { [weak self] layouts in
        self?.layouts = layouts
        self?.changed([])
      }
  }

  /// The rows that show the layouts; empty unless the user is browsing them.
  func sheet(isUTF8: Bool) -> [String] {
    guard let layouts else { return [] }
    return LayoutSheet.text(
      of: layouts, current: preview.arrangement.selection.options.layout.pick, isUTF8: isUTF8)
  }

  /// "photo 2: beach.jpg · weight 3": the highlighted photo with its settings; nil while a line is
  /// being typed.
  func title(separator: String) -> String? {
    let selection = session.store.selection
    guard let place, selection.photos.indices.contains(place) else { return nil }
    let settings = StatusRow.differences(of: selection.options.withoutFound[photo: place])
    return (["photo \(place + 1): \(selection.photos[place].name)"] + settings).joined(
      separator: separator)
  }

  /// The layout of the current selection, for a step that depends on it; nil if there is none. Keys
  /// may come faster than layouts from the background, and no arrow may be lost, so then it is laid
  /// out here. A step to another layout doesn't depend on the current one, and does nothing until
  /// the layouts are known. A crop moves in the same frame.
  private func plan(for step: ArrangingStep) -> CollagePlan? {
    var (known, current) = (preview.arrangement.selection, session.store.selection)
    switch step {
    case .pick:
      known.options.layout.pick = 1
      current.options.layout.pick = 1
    case .nudge:
      guard let place, let focus = current.options[photo: place].focus else { break }
      known.options[photo: place].focus = focus
    case .zoom:
      guard let place else { break }
      known.options[photo: place].zoom = current.options[photo: place].zoom
    default: break
    }
    if known == current, let plan = preview.arrangement.plan { return try? plan.get() }
    return step.needsPlan ? try? session.layouts.plan(for: current).wait().get() : nil
  }
}
