internal import CollageKit
internal import Imaging
internal import LineEditing
internal import OpenCombine
internal import PhotoLayouts
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The picker on a terminal: turns keys into inputs of a `PhotoPicker` and into marks, and both
/// into the window's content.
///
/// Must be used on the terminal's queue only, where everything arrives: keys, states, thumbnails,
/// the collage.
final class InteractivePicker: TerminalView, @unchecked Sendable {
  let dependencies: PickerDependencies
  let marks: PickedPhotos
  let terminal: TerminalSession
  let screen: WindowScreen
  let picker: PhotoPicker
  /// The folders that are shown, when the web isn't.
  var folders: [FilePath]
  /// Of the folders that were shown.
  private var sources: [[FilePath]: any PickerSource]
  /// Whether the web is searched, and not the folders.
  var isOnWeb = false
  let preview: CollagePreview
  let loaders: PickerLoaders
  let hitMarks: HitMarks
  private let bag = CancellableBag()
  var display: PictureDisplay
  var geometry: PickerGeometry
  /// How much larger the user wants the tiles.
  var zoom = 0
  /// From which row on the help is shown because the user has asked for it; nil when that's not so.
  var helpStart: Int?
  /// The photo that was clicked last, for a second click on it.
  private var clicked: (photo: PickerPhoto, time: ContinuousClock.Instant)?
  /// How soon the second click follows.
  private static let doubleClickTime = Duration.milliseconds(500)
  /// What the user should know, until the next key.
  var message: String?
  /// Folders of which the user knows that they can't be read.
  private var unreadable: UnreadableFolders?
  var isLarge = false
  /// Keys that wait for hits, or for the photo that they mark.
  private var waitingKeys: [PickerKey] = []
  /// Whether the user is done, and the photos are still being checked.
  private var isFinishing = false
  private(set) var hasEnded = false
  private let ended: (Ending) -> Void

  /// Opens the window and begins to read the folders.
  ///
  /// - Parameters:
  ///   - marks: the collage to edit.
  ///   - ended: called once, after the window was given back. Not called by `stop`.
  init(
    _ dependencies: PickerDependencies, _ marks: PickedPhotos, on terminal: TerminalSession,
    ended: @escaping (Ending) -> Void
  ) {
    self.dependencies = dependencies
    self.marks = marks
    self.terminal = terminal
    self.ended = ended
    screen = WindowScreen(terminal.device)
    display = terminal.display
    geometry = PickerGeometry(screen.size, mode: display.mode)
    weak var view: InteractivePicker?
    loaders = PickerLoaders(dependencies, marks.base.options.decoding, on: terminal.queue) {
      photo, reason in
      view?.hitMarks.setBroken(photo.id, reason)
    } changed: {
      view?.stateChanged()
    }
    hitMarks = HitMarks(marks, loaders.photos)
    folders = dependencies.folders
    let source = dependencies.photos(in: folders, loaders.finder)
    sources = [folders: source]
    picker = PhotoPicker(source)
    preview = CollagePreview(
      of: marks.store, LayoutSearch(faces: dependencies.faces), dependencies.composer,
      in: CollagePreview.Room(display: display),
      on: terminal.queue)
    if marks.selection != marks.base { message = PickerTexts.offered }
    view = self
    start()
  }

  private func start() {
    screen.open()
    terminal.open(self)
    fit()
    preview.start { [weak self] faults in self?.previewChanged(faults) }
    picker.states
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self] _ in self?.stateChanged() }
      .store(in: bag)
  }

  func windowResized() { displayChanged() }

  func displayChanged() {
    screen.invalidate()
    fit()
    stateChanged()
  }

  func resume() {
    screen.resume()
    draw()
  }

  /// Gives the window back without a choice, and calls nothing more.
  func stop() {
    guard !hasEnded else { return }
    hasEnded = true
    bag.cancelAll()
    picker.close()
    preview.stop()
    loaders.stop()
    marks.close()
    screen.close()
    terminal.close(self)
  }

  private func end(_ ending: Ending) {
    stop()
    ended(ending)
  }

  // MARK: Keys

  func handle(_ key: Key) {
    guard !hasEnded, let key = PickerKey(key) else { return }
    message = nil
    isFinishing = false
    if helpStart != nil, key != .help, key == .escape || geometry.helpCoversPhotos(isLarge: isLarge)
    {
      helpStart = nil
      if key == .escape { return stateChanged() }
    }
    if key == .leave || key == .escape { waitingKeys = [] }
    if waitingKeys.isEmpty { perform(key) } else { waitingKeys.append(key) }
    stateChanged()
  }

  /// Keys that choose wait for the hits that the user expects to see by then, and later ones wait
  /// behind them.
  private func perform(_ key: PickerKey) {
    if mustWait(key) {
      waitingKeys.append(key)
    } else if isLarge {
      handleLarge(key)
    } else {
      handle(key)
    }
  }

  private func mustWait(_ key: PickerKey) -> Bool {
    let state = picker.state
    if key.choosesHit, state.isOutdated, state.termError == nil { return true }
    guard key.marksHit || (key == .finish && !isLarge && wantsHighlighted),
      let photo = state.highlightedPhoto
    else {
      return false
    }
    return loaders.photos[photo] == nil
  }

  private func performWaiting() {
    let keys = waitingKeys
    waitingKeys = []
    for (index, key) in keys.enumerated() where !hasEnded {
      perform(key)
      if !waitingKeys.isEmpty {
        waitingKeys += keys[(index + 1)...]
        return
      }
    }
  }

  private func handle(_ key: PickerKey) {
    switch key {
    case .type("?") where picker.state.term.isEmpty: showHelp()
    case .type(let text): type(picker.state.term + LosslessText.bytes(of: text))
    case .deleteCharacter: edit { _ = $0.popLast() }
    case .deleteWord:
      edit { text in
        while text.last == " " { text.removeLast() }
        while let last = text.last, last != " " { text.removeLast() }
      }
    case .clearSearch: edit { $0 = "" }
    case .mark: if toggleMark() { picker.move(by: 1) }
    case .toggle: toggleMark()
    case .takeBack: takeBack()
    case .move(.left): picker.move(by: -1)
    case .move(.right): picker.move(by: 1)
    case .move(.up): picker.move(byRows: -1)
    case .move(.down): picker.move(byRows: 1)
    case .pageUp: picker.move(byPages: -1)
    case .pageDown: picker.move(byPages: 1)
    case .first: picker.moveToFirst()
    case .last: picker.moveToLast()
    case .click(let row, let column): click(row: row, column: column)
    case .rightClick(let row, let column):
      if case .photo(let index) = view().target(row: row, column: column) {
        picker.move(to: picker.state.page.lowerBound + index)
        isLarge = true
      }
    case .scroll(let direction, let row, let column):
      let step = direction == .up ? -1 : 1
      if case .collage = view().target(row: row, column: column) {
        pickLayout(step)
      } else {
        picker.scroll(byRows: step)
      }
    case .zoom(let step): zoom(by: step)
    case .help: showHelp()
    case .folderUp: show(levelsUp: 1)
    case .folderDown:
      if case .file(let photo) = picker.state.highlightedPhoto { show([photo.folder]) }
    case .sort where isOnWeb: message = PickerTexts.noOrder(dependencies.web.service.name)
    case .sort: picker.setOrder(picker.state.order.next)
    case .switchSource:
      isOnWeb.toggle()
      picker.setSource(isOnWeb ? dependencies.web.source : sources[folders]!, searches: !isOnWeb)
    case .searchAgain: picker.searchAgain()
    case .finish where picker.state.isUnsearched: type(picker.state.term, searches: true)
    case .view: isLarge = picker.state.highlightedPhoto != nil
    case .finish: finish()
    case .escape where !picker.state.term.isEmpty: type([])
    case .escape, .leave: end(.left(marks.selection))
    case .redraw: screen.invalidate()
    case .suspend: screen.suspend()
    }
  }

  /// While one photo is shown large.
  private func handleLarge(_ key: PickerKey) {
    switch key {
    case .mark, .toggle: toggleMark()
    case .takeBack, .help, .first, .last, .redraw, .suspend: handle(key)
    case .type("?"): showHelp()
    case .type(let text) where dependencies.turnsPhotos:
      for letter in text where "tT".contains(letter) { turn(letter == "t" ? .right : .left) }
    case .move(.left), .move(.up), .scroll(.up, _, _): picker.move(by: -1)
    case .move(.right), .move(.down), .scroll(.down, _, _): picker.move(by: 1)
    case .click(let row, let column):
      if case .key(let key) = view().target(row: row, column: column) { return handle(key) }
      isLarge = false
    case .view, .finish, .escape, .leave, .rightClick: isLarge = false
    default: break
    }
    if !isLarge { loaders.large.stop() }
  }

  private func edit(_ body: (inout String) -> Void) {
    var text = LosslessText.text(of: picker.state.term)
    body(&text)
    type(LosslessText.bytes(of: text))
  }

  /// Words are sent to a service on the web only when the user says so.
  private func type(_ term: [UInt8], searches: Bool? = nil) {
    picker.type(term, searches: searches ?? (!isOnWeb || term.isEmpty))
  }

  private func click(row: Int, column: Int) {
    let earlier = clicked
    clicked = nil
    switch view().target(row: row, column: column) {
    case .photo(let index):
      let place = picker.state.page.lowerBound + index
      picker.move(to: place)
      let photo = picker.state.hits[place]
      if let earlier, earlier.photo == photo,
        ContinuousClock.now - earlier.time < Self.doubleClickTime
      {
        if hitMarks.place(of: photo) == nil { perform(.toggle) }
        perform(.finish)
      } else {
        clicked = (photo, .now)
        perform(.toggle)
      }
    case .key(let key): handle(key)
    case .folder(let levels): show(levelsUp: levels)
    case .collage: pickLayout(1)
    case nil: break
    }
  }

  // MARK: What is shown

  /// Shows the help, more of it, or no help any more.
  private func showHelp() {
    let area = geometry.helpArea(isLarge: isLarge).inside
    let next = shownHelpStart.map { $0 + area.rows } ?? 0
    helpStart = next < PickerTexts.help(hints, columns: area.columns).count ? next : nil
  }

  /// From which row on the help is shown; as long as the collage has no photo, its place shows it
  /// anyway.
  var shownHelpStart: Int? {
    let hasRoom = !geometry.helpCoversPhotos(isLarge: isLarge) && marks.selection.photos.isEmpty
    return helpStart ?? (hasRoom ? 0 : nil)
  }

  private func zoom(by step: Int) {
    let before = geometry
    zoom += step
    fitTiles()
    if geometry == before { zoom -= step }
  }

  /// Shows other folders' photos.
  private func show(_ folders: [FilePath]) {
    self.folders = folders
    isOnWeb = false
    let source = sources[folders] ?? dependencies.photos(in: folders, loaders.finder)
    sources[folders] = source
    picker.setSource(source)
  }

  /// Shows the folder that is so many levels above the shown one; where several are shown, above
  /// the first.
  private func show(levelsUp: Int) {
    guard levelsUp > 0 || isOnWeb, let first = folders.first else { return }
    var folder = WorkingFolder.absolute(first).lexicallyNormalized()
    for _ in 0..<levelsUp where !folder.removeLastComponent() { message = PickerTexts.topFolder }
    show([folder])
  }

  /// Picks another layout for the collage at the side, so many ranks further.
  private func pickLayout(_ step: Int) {
    guard let plan = try? preview.arrangement.plan?.get(), plan.choices > 1 else { return }
    message =
      marks.store.set {
        $0.layout.pick = ($0.layout.pick - 1 + step + plan.choices) % plan.choices + 1
      }?
      .description
  }

  // MARK: Marks

  /// Marks the highlighted photo, or takes its mark back.
  ///
  /// - Returns: whether that was possible; if not, the message says why.
  @discardableResult
  private func toggleMark() -> Bool {
    guard let photo = picker.state.highlightedPhoto else {
      message = PickerTexts.nothingThere
      return false
    }
    message = hitMarks.toggle(photo)
    return message == nil
  }

  /// Takes the highlighted photo's mark back, or else the last.
  private func takeBack() {
    if let photo = picker.state.highlightedPhoto, hitMarks.takeBack(photo) { return }
    if marks.selection.count > 0 { marks.takeBack(at: marks.selection.count - 1) }
  }

  private func turn(_ turn: Turn) {
    if let photo = picker.state.highlightedPhoto { hitMarks.turn(photo, by: turn) }
  }

  /// Whether to be done means to choose the highlighted photo: there is no other.
  private var wantsHighlighted: Bool { marks.base.photos.isEmpty && marks.selection.photos.isEmpty }

  /// Ends with the marked photos, as soon as it is known that they can be decoded.
  private func finish() {
    if wantsHighlighted, !toggleMark() { return }
    isFinishing = true
  }

  private func endIfChecked() {
    guard isFinishing, preview.isUpToDate || marks.selection == marks.base else { return }
    end(.taken(marks.selection))
  }

  // MARK: What arrives

  func stateChanged() {
    guard !hasEnded else { return }
    performWaiting()
    guard !hasEnded else { return }
    endIfChecked()
    guard !hasEnded else { return }
    if !picker.state.isSearching, !picker.state.isScanning { fitTiles() }
    let state = picker.state
    if !state.isScanning, state.unreadable != unreadable {
      unreadable = state.unreadable
      message = unreadable.map(FindTexts.unreadable) ?? message
    }
    let hits = state.hits
    if geometry.hasTiles {
      let prepared = state.preparedPages
      let following = state.page.upperBound..<max(prepared.upperBound, state.page.upperBound)
      loaders.tiles.want((Array(state.page) + following).map { tileRequest(of: hits[$0]) })
    }
    loaders.photos.want([state.highlightedPhoto].compactMap(\.self))
    // What is known of outdated hits stays until others take their place.
    if !isOnWeb, !state.isOutdated {
      loaders.repeated.want([HitsPage(range: state.page, hits: hits)])
    }
    if geometry.panel != nil { showSmallPictures() }
    draw()
  }

  /// Has the collage show small pictures of photos from the web, as soon as they are there.
  private func showSmallPictures() {
    let marked = marks.selection.photos.compactMap { hitMarks.results[$0.address] }
    loaders.smallPictures.want(marked)
    preview.standIns = marked.reduce(into: [:]) { standIns, result in
      standIns[PickerPhoto.web(result).address] = loaders.smallPictures[result] ?? nil
    }
  }

  func tileRequest(of photo: PickerPhoto) -> Tile.Request {
    Tile.Request(
      photo: photo, turn: hitMarks.turn(of: photo),
      form: Tile.Form(
        columns: geometry.pictureColumns, rows: geometry.pictureRows, display: display))
  }

  private func previewChanged(_ faults: [PhotoError]) {
    for fault in faults {
      guard let text = hitMarks.takeBack(fault) else { continue }
      message = text
      isFinishing = false
    }
    stateChanged()
  }
}

extension SearchOrder {
  /// The order that follows this one when the user changes it.
  fileprivate var next: SearchOrder {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
