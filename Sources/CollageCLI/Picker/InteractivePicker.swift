internal import CollageKit
internal import Dispatch
internal import LineEditing
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage
internal import TerminalPictures

/// The picker on a terminal: turns keys into inputs of a `PhotoPicker`, and its states into the window's content.
///
/// Must be used on the terminal's queue only, where everything arrives: keys, states, thumbnails, the collage.
final class InteractivePicker: TerminalView, @unchecked Sendable {
  /// What a picker works with.
  struct Dependencies {
    var folders: [FilePath]
    /// Left out of the search; nil when that is unknown.
    let library: FilePath?
    let thumbnails: ThumbnailLoader
    let web: PickerWeb
    let resources: Resources
    /// Whether photos with the same bytes as one before them are left out.
    let leavesOutDuplicates: Bool
    /// Whether the user may turn photos; no, where only their paths are of use.
    let turnsPhotos: Bool

    init(
      _ options: PickerOptions, folders: [FilePath], excluding library: LibraryOptions, web: PickerWeb,
      resources: Resources, limits: DecodeLimits, turnsPhotos: Bool
    ) {
      self.folders = folders
      self.library = try? library.resolved().folder
      thumbnails = options.thumbnails(limits)
      self.web = web
      self.resources = resources
      leavesOutDuplicates = options.noDuplicates
      self.turnsPhotos = turnsPhotos
    }
  }

  private let dependencies: Dependencies
  private let base: Selection
  private let terminal: TerminalSession
  private let screen: WindowScreen
  private var display: PictureDisplay
  private let picker: PhotoPicker
  private let folders: any PickerSource
  /// Whether the web is searched, and not the folders.
  private var isOnWeb = false
  private let collage: PickedCollage
  /// How many tiles are kept beyond those that are shown.
  private static let maxKeptTiles = 300
  private var tiles: KeyedLoader<Tile.Request, Tile>!
  /// The tile of the photo that is shown over the whole window.
  private var large: KeyedLoader<Tile.Request, Tile>!
  /// What is wrong with chosen photos, nil for nothing: a header alone doesn't tell whether a file can be decoded.
  private var faults: KeyedLoader<PickerPhoto, String?>!
  /// About the highlighted photo.
  private var details: KeyedLoader<PickerPhoto, String>!
  /// Which photos of the page have the same bytes as one before them.
  private var repeated: KeyedLoader<HitsPage, Set<PickerPhoto.ID>>!
  private let finder = DuplicateFinder()
  private let bag = CancellableBag()
  private var geometry: PickerGeometry
  /// What the user should know, until the next key.
  private var message: String?
  private var isLarge = false
  /// Keys that wait for hits.
  private var waitingKeys: [PickerKey] = []
  /// Whether the user is done, and the photos are still being checked.
  private var isFinishing = false
  private var hasEnded = false
  /// Whether nothing more is to be shown: a picker that is closed knows no photos any more.
  private var isOver: Bool { hasEnded || picker.state.isClosed }
  private var chosen: [TurnedPhoto]?
  private let ended: ([TurnedPhoto]?) -> Void

  /// Opens the window and begins to read the folders.
  ///
  /// - Parameters:
  ///   - base: the collage so far; its rules decide how many photos can be chosen.
  ///   - ended: called once, after the window was given back: with the chosen photos in order, or nil if the user has left
  ///     without a choice. Not called by `stop`.
  init(
    _ dependencies: Dependencies, adding base: Selection, on terminal: TerminalSession,
    ended: @escaping ([TurnedPhoto]?) -> Void
  ) {
    self.dependencies = dependencies
    self.base = base
    self.terminal = terminal
    self.ended = ended
    let queue = terminal.queue
    screen = WindowScreen(terminal.device)
    display = terminal.display
    geometry = PickerGeometry(screen.size, mode: display.mode)
    let rules = base.options.rules
    let all = FolderPhotos(dependencies.folders, excluding: dependencies.library)
    folders = dependencies.leavesOutDuplicates ? DistinctPhotos(all, finder) : all
    picker = PhotoPicker(
      folders,
      rule: { marks in rules.refusalToAdd(to: base.count + marks - 1).map { "\($0)" } })
    weak var view: InteractivePicker?
    collage = PickedCollage(base, resources: dependencies.resources, web: dependencies.web.photos, on: queue) {
      broken in
      view?.collageChanged(broken)
    }
    view = self
    tiles = KeyedLoader(on: queue, keeping: Self.maxKeptTiles) { [weak self] in self?.received($1, of: $0.photo.photo) }
    large = KeyedLoader(on: queue) { [weak self] _, _ in self?.draw() }
    faults = KeyedLoader(on: queue, keeping: .max) { [weak self] in self?.checked($0, $1) }
    details = KeyedLoader(on: queue) { [weak self] _, _ in self?.draw() }
    repeated = KeyedLoader(on: queue) { [weak self] _, _ in self?.draw() }
    start()
  }

  private func start() {
    screen.open()
    terminal.open(self)
    fit()
    picker.chosen
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self] _ in
        self?.end()
      } receiveValue: { [weak self] photos in
        guard let self else { return }
        chosen = photos.map(picker.state.turned)
      }
      .store(in: bag)
    picker.states
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self] _ in self?.stateChanged() }
      .store(in: bag)
  }

  func windowResized() { displayChanged() }

  func displayChanged() {
    display = terminal.display
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
    collage.stop()
    tiles.stop()
    large.stop()
    faults.stop()
    details.stop()
    repeated.stop()
    screen.close()
    terminal.close(self)
  }

  private func end() {
    guard !hasEnded else { return }
    stop()
    ended(chosen)
  }

  // MARK: Keys

  func handle(_ key: Key) {
    guard !isOver, let key = PickerKey(key) else { return }
    message = nil
    isFinishing = false
    if key == .leave { waitingKeys = [] }
    if waitingKeys.isEmpty { perform(key) } else { waitingKeys.append(key) }
    stateChanged()
  }

  /// Keys that choose wait for the hits that the user expects to see by then, and later ones wait behind them.
  private func perform(_ key: PickerKey) {
    let state = picker.state
    if key.choosesHit, state.isOutdated, state.termError == nil {
      waitingKeys.append(key)
    } else if isLarge {
      handleLarge(key)
    } else {
      handle(key)
    }
  }

  private func performWaiting() {
    guard !picker.state.isOutdated else { return }
    let keys = waitingKeys
    waitingKeys = []
    for (index, key) in keys.enumerated() where !isOver {
      perform(key)
      if !waitingKeys.isEmpty {
        waitingKeys += keys[(index + 1)...]
        return
      }
    }
  }

  private func handle(_ key: PickerKey) {
    switch key {
    case .type(let text): picker.type(picker.state.term + LosslessText.bytes(of: text))
    case .deleteCharacter: edit { _ = $0.popLast() }
    case .deleteWord:
      edit { text in
        while text.last == " " { text.removeLast() }
        while let last = text.last, last != " " { text.removeLast() }
      }
    case .clearSearch: edit { $0 = "" }
    case .mark: mark()
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
    case .scroll(let direction): picker.scroll(byRows: direction == .up ? -1 : 1)
    case .sort where isOnWeb: message = PickerTexts.noOrder(dependencies.web.service.name)
    case .sort: picker.setOrder(picker.state.order.next)
    case .switchSource:
      isOnWeb.toggle()
      picker.setSource(isOnWeb ? dependencies.web.source : folders)
    case .searchAgain: picker.searchAgain()
    case .view: isLarge = picker.state.highlightedPhoto != nil
    case .finish: finish()
    case .leave: picker.close()
    case .redraw: screen.invalidate()
    case .suspend: screen.suspend()
    }
  }

  /// While one photo is shown large.
  private func handleLarge(_ key: PickerKey) {
    switch key {
    case .mark: report(picker.toggleMark())
    case .takeBack: takeBack()
    case .type(let text):
      if dependencies.turnsPhotos { text.compactMap(Turn.init(key:)).forEach(picker.turn) }
    case .move(.left), .move(.up), .scroll(.up): picker.move(by: -1)
    case .move(.right), .move(.down), .scroll(.down): picker.move(by: 1)
    case .first: picker.moveToFirst()
    case .last: picker.moveToLast()
    case .redraw: screen.invalidate()
    case .suspend: screen.suspend()
    case .view, .finish, .leave, .click: isLarge = false
    default: break
    }
    if !isLarge { large.stop() }
  }

  /// Ends with the marked photos, or else the highlighted one, as soon as it is known that they can be decoded.
  private func finish() {
    isFinishing = true
    checkChosen()
    guard chosenPhotos.allSatisfy({ faults[$0] != nil }) else { return }
    isFinishing = false
    report(picker.finish())
  }

  /// The marked photos; while the user is finishing without any, the highlighted one.
  private var chosenPhotos: [PickerPhoto] {
    let state = picker.state
    return state.marks.isEmpty && isFinishing ? [state.highlightedPhoto].compactMap(\.self) : state.marks
  }

  /// Has chosen photos checked by their smallest thumbnails; what is on the web is checked when it is fetched.
  private func checkChosen() {
    let allowsDamage = base.options.decoding.allowsDamage
    faults.want(chosenPhotos) { photo in
      guard case .file(let file) = photo else { return .just(nil) }
      return dependencies.thumbnails.thumbnail(of: file, .normal)
        .map { _ in String?.none }
        .catch { .just(allowsDamage && $0.isAllowable ? nil : $0.description) }
    }
  }

  private func checked(_ photo: PickerPhoto, _ fault: String?) {
    guard !isOver else { return }
    if let fault {
      let wasChosen = isFinishing && picker.state.marks.isEmpty
      setBroken(photo, fault)
      if wasChosen { report(.broken(fault)) }
      isFinishing = false
    } else if isFinishing {
      finish()
    }
    draw()
  }

  private func edit(_ body: (inout String) -> Void) {
    var text = LosslessText.text(of: picker.state.term)
    body(&text)
    picker.type(LosslessText.bytes(of: text))
  }

  private func mark() {
    if let refusal = picker.toggleMark() { report(refusal) } else { picker.move(by: 1) }
  }

  private func takeBack() {
    let state = picker.state
    if let photo = state.highlightedPhoto, state.markNumber(of: photo) != nil {
      picker.unmark(photo)
    } else {
      picker.unmarkLast()
    }
  }

  private func click(row: Int, column: Int) {
    guard let index = geometry.index(row: row, column: column) else { return }
    let place = picker.state.page.lowerBound + index
    if picker.state.page.contains(place) { report(picker.toggleMark(at: place)) }
  }

  private func report(_ refusal: PickerRefusal?) {
    if let refusal { message = PickerTexts.refusal(refusal) }
  }

  // MARK: What arrives

  private func stateChanged() {
    guard !isOver else { return }
    performWaiting()
    guard !isOver else { return }
    let state = picker.state
    checkChosen()
    let hits = state.hits
    collage.show(state.marks.map(state.turned))
    if geometry.hasTiles {
      let prepared = state.preparedPages
      let following = state.page.upperBound..<max(prepared.upperBound, state.page.upperBound)
      tiles.want((Array(state.page) + following).map { tileRequest(of: hits[$0], state) }, load)
    }
    details.want([state.highlightedPhoto].compactMap(\.self)) { [separator = terminal.style.separator] photo in
      switch photo {
      case .file(let file): PhotoDetails.of(file).map { $0.text(separator: separator) }
      case .web(let photo): .just(PickerTexts.details(of: photo, separator: separator))
      }
    }
    // What is known of outdated hits stays until others take their place.
    if !isOnWeb, !state.isOutdated {
      repeated.want([HitsPage(range: state.page, hits: hits)]) { $0.repeated(finder) }
    }
    draw()
  }

  private func tileRequest(of photo: PickerPhoto, _ state: PickerState) -> Tile.Request {
    Tile.Request(
      photo: state.turned(photo),
      form: Tile.Form(columns: geometry.pictureColumns, rows: geometry.pictureRows, on: display))
  }

  private func load(_ request: Tile.Request) -> Single<Tile, Never> {
    Tile.tile(for: request, dependencies.thumbnails, dependencies.web.photos)
  }

  private func received(_ tile: Tile, of photo: PickerPhoto) {
    if case .broken(let reason, let isAllowable) = tile, !(isAllowable && base.options.decoding.allowsDamage) {
      setBroken(photo, reason)
    }
    draw()
  }

  private func collageChanged(_ broken: [PhotoError]) {
    for error in broken {
      if let photo = picker.state.marks.first(where: { $0.address == error.address }) {
        setBroken(photo, error.reason(.prompt))
      }
    }
    draw()
  }

  private func setBroken(_ photo: PickerPhoto, _ reason: String) {
    if picker.state.markNumber(of: photo) != nil { message = PickerTexts.takenBack(photo.name, reason) }
    picker.setBroken(photo, reason: reason)
  }

  // MARK: Showing

  private func fit() {
    geometry = PickerGeometry(screen.size, mode: display.mode)
    display.window = screen.size
    picker.setGrid(columns: geometry.columns, rows: geometry.rows)
    let inside = geometry.panel?.inside
    collage.fit(columns: inside?.columns ?? 0, rows: max((inside?.rows ?? 0) - 1, 0), on: display)
  }

  func draw() {
    guard !isOver else { return }
    if screen.size != geometry.size {
      fit()
      return stateChanged()
    }
    let state = picker.state
    let large = isLarge ? state.highlightedPhoto.map { largeTile(of: $0, state) } : nil
    screen.draw(view(of: state, large: large).content())
  }

  private func view(of state: PickerState, large: Tile?) -> PickerView {
    let repeated = repeated.latest?.value ?? []
    let photos = state.page.map { place in
      let photo = state.hits[place]
      return PickerView.Photo(
        photo: photo, tile: tile(of: photo, state), number: number(of: photo, state),
        isRepeated: repeated.contains(photo.id))
    }
    let status = StatusRow.text(of: collage.selection, collage.plan, separator: terminal.style.separator)
    return PickerView(
      geometry: geometry, style: terminal.style, state: state, photos: photos, folders: dependencies.folders,
      web: isOnWeb ? dependencies.web.service : nil,
      title: SelectionState.title(base.count + state.marks.count), facts: facts(state),
      message: message ?? state.termError.map(FindTexts.wrongTerm) ?? failureBelowHits(state),
      collage: (collage.content, collage.columns, status ?? ""),
      large: large, turnsPhotos: dependencies.turnsPhotos)
  }

  /// Why no more hits follow those at the window's end; nil elsewhere.
  private func failureBelowHits(_ state: PickerState) -> String? {
    guard !state.hits.isEmpty, state.page.upperBound == state.hits.count, !state.isOutdated else { return nil }
    return state.failure.map(PickerTexts.failure)
  }

  private func largeTile(of photo: PickerPhoto, _ state: PickerState) -> Tile {
    let area = geometry.largePicture
    let request = Tile.Request(
      photo: state.turned(photo), form: Tile.Form(columns: area.columns, rows: area.rows, on: display),
      crop: crop(of: photo, state))
    large.want([request], load)
    if let tile = large[request] { return tile }
    // The picture of the same photo stays until another one takes its place.
    guard let latest = large.latest, latest.key.photo.photo == photo, latest.key.form == request.form else {
      return .loading
    }
    return latest.value
  }

  private func tile(of photo: PickerPhoto, _ state: PickerState) -> Tile {
    if let reason = state.broken[photo.id] { return .broken(reason: reason, isAllowable: false) }
    return geometry.hasTiles ? tiles[tileRequest(of: photo, state)] ?? .loading : .loading
  }

  private func number(of photo: PickerPhoto, _ state: PickerState) -> Int? {
    state.markNumber(of: photo).map { base.count + $0 }
  }

  private func facts(_ state: PickerState) -> String {
    guard let photo = state.highlightedPhoto, let text = details[photo] else { return "" }
    guard isLarge else { return text }
    let crop = number(of: photo, state).map { PickerTexts.crop($0, share: placement($0, state)?.croppedShare) }
    let turn = state.turned(photo).turn
    return ([crop ?? PickerTexts.notChosen] + (turn == .none ? [] : ["turn \(turn)"]) + [text])
      .joined(separator: terminal.style.separator)
  }

  /// How the collage shows the photo with a number; nil while it isn't laid out with all chosen photos.
  private func placement(_ number: Int, _ state: PickerState) -> Placement? {
    guard let plan = try? collage.plan?.get(), plan.placements.count == base.count + state.marks.count else {
      return nil
    }
    let placement = plan.placements[number - 1]
    // The layout of other photos may still be there.
    guard number > base.count else { return placement }
    return placement.photo.address == state.marks[number - base.count - 1].previewAddress ? placement : nil
  }

  /// What the collage shows of a photo, in shares of its width and height; nil for all of it.
  private func crop(of photo: PickerPhoto, _ state: PickerState) -> Region? {
    guard let placement = number(of: photo, state).flatMap({ placement($0, state) }), placement.croppedShare > 0 else {
      return nil
    }
    let (width, height) = (Double(placement.photo.size.width), Double(placement.photo.size.height))
    let crop = placement.crop
    return Region(x: crop.x / width, y: crop.y / height, width: crop.width / width, height: crop.height / height)
  }
}

extension PickerPhoto {
  var address: PhotoAddress {
    switch self {
    case .file(let photo): .file(photo.path)
    // A result's URL is one, whatever files there are.
    case .web(let photo): .web(PhotoURL(Array(photo.url.utf8))!)
    }
  }
}

extension [TurnedPhoto] {
  /// The turns of those that are turned, by where they are; nil for a photo that is nowhere.
  func turns(_ address: (PickerPhoto) -> PhotoAddress?) -> [PhotoAddress: Turn] {
    var turns: [PhotoAddress: Turn] = [:]
    for turned in self where turned.turn != .none {
      if let address = address(turned.photo) { turns[address] = turned.turn }
    }
    return turns
  }
}

extension SearchOrder {
  /// The order that follows this one when the user changes it.
  fileprivate var next: SearchOrder {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
