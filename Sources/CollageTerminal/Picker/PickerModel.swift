internal import Imaging
internal import LineEditing
internal import PhotoSources
internal import SystemPackage

/// What a picker does: a state, and a function that changes it with each event and does to the
/// world what follows from that. It knows no terminal, loads nothing and reads no clock; its world
/// is an `InteractivePicker`.
struct PickerModel {
  enum Mode: Hashable {
    /// The photos are shown side by side.
    case grid
    /// The highlighted one is shown over the whole window.
    case large
    /// The user is done, and the photos are still being checked. Any key goes back to `grid`.
    case finishing
    /// Nothing happens any more.
    case ended
  }

  /// Hits that one key has marked; the same key takes them back.
  struct MarkedTogether {
    let key: PickerKey
    var hits: [PickerPhoto] = []
  }

  var mode = Mode.grid
  /// The search and its hits at the latest event.
  private(set) var search: PickerState
  /// The hits in the window, and the highlighted one.
  var list = ListScreen()
  /// The folders that are shown, when the web isn't.
  private(set) var folders: [FilePath]
  /// Whether the web is searched, and not the folders.
  private(set) var isOnWeb = false
  private(set) var geometry: PickerGeometry
  /// Whether the latest key has changed the search, so that the cursor stands behind it.
  private(set) var isTyping = false
  /// What the user should know, until the next key.
  var message: String?
  /// How much larger the user wants the tiles.
  private var zoom = 0
  var askedHelp = ListHelp()
  /// What the latest key has marked; nil if it has marked nothing, or a single hit.
  var markedTogether: MarkedTogether?
  /// The key because of which all photos are being compared; nil if the user hasn't asked for that.
  var comparing: PickerKey?
  /// Whether the photos are arranged once the picker has ended.
  private var arranges = false
  /// Whether the user knows that leaving drops the selection.
  private var isWarned = false
  /// Keys that wait for hits, or for the photo that they mark.
  private(set) var waitingKeys: [PickerKey] = []
  var clicks = DoubleClick<PickerPhoto>()
  /// Folders of which the user knows that they can't be read.
  private var unreadable: UnreadableFolders?
  /// Makes a path begin at the root of the file system.
  private let absolute: (FilePath) -> FilePath

  init(
    _ search: PickerState, folders: [FilePath], geometry: PickerGeometry, message: String? = nil,
    absolute: @escaping (FilePath) -> FilePath = WorkingFolder.absolute
  ) {
    self.search = search
    self.folders = folders
    self.geometry = geometry
    self.message = message
    self.absolute = absolute
    // A small folder may have been searched by now.
    list.update(count: search.hits.count, kept: nil)
  }

  /// Changes the state, and does what follows from it.
  mutating func react(to event: PickerEvent, in world: some PickerWorld) {
    if mode == .ended { return }
    follow(world.search)
    switch event {
    case .key(let key):
      if case .edit = key { isTyping = true } else { isTyping = false }
      press(key, world)
    case .arrived: break
    case .compared: showSeries(world)
    case .selectedBest(let hits, let text):
      message = text
      markedTogether = hits.isEmpty ? nil : MarkedTogether(key: .best, hits: hits)
      comparing = nil
    case .takenBack(let text):
      message = text
      if mode == .finishing { mode = .grid }
    case .resized: fit(world)
    case .stopped: mode = .ended
    }
    if case .key = event {} else { performWaiting(world) }
    settle(world)
  }

  /// Does what is possible once the event itself is dealt with.
  private mutating func settle(_ world: some PickerWorld) {
    if mode == .ended { return }
    if mode == .finishing, world.isChecked {
      mode = .ended
      perform(.take(arranging: arranges), world)
      return
    }
    if !search.isScanning, search.unreadable != unreadable {
      unreadable = search.unreadable
      message = unreadable.map(FindTexts.unreadable) ?? message
    }
    if !search.isSearching, !search.isScanning { fit(world) }
  }

  /// - Returns: why it can't be done; nil if it was.
  @discardableResult
  mutating func perform(_ effect: PickerEffect, _ world: some PickerWorld) -> String? {
    if effect.changesSearch { comparing = nil }
    let refusal = world.perform(effect)
    follow(world.search)
    return refusal
  }

  // MARK: The hits

  /// The highlighted photo; nil when there are no hits.
  var highlightedPhoto: PickerPhoto? { list.highlighted.map { search.hits[$0] } }

  /// Its series; nil if no other photo shows the same.
  var highlightedSeries: TileSeries? { list.highlighted.flatMap(search.series) }

  /// Takes over what the search has found. A highlight that the user has moved stays on its photo,
  /// or goes to the one that stands for it, as long as the same words are searched for.
  private mutating func follow(_ next: PickerState) {
    let before = search
    search = next
    if next.hasSameHits(as: before) { return }
    var kept: Int?
    if let place = list.highlighted, list.isHeld, next.hasSameWords(as: before) {
      kept = next.place(of: before.hits[place], near: place)
    }
    list.update(
      count: next.hits.count, kept: kept, isSameList: next.isSameSearch(as: before))
  }

  // MARK: Keys

  mutating func press(_ key: PickerKey, _ world: some PickerWorld) {
    message = nil
    if mode == .finishing { mode = .grid }
    if key != .escape { isWarned = false }
    if key != markedTogether?.key { markedTogether = nil }
    if scrollHelp(key, world) { return }
    if askedHelp.isShown, key != .help, key == .escape || coversPhotos {
      askedHelp.hide()
      fit(world)
      if key == .escape { return }
    }
    if key == .leave || key == .escape { waitingKeys = [] }
    if key == .escape, comparing != nil {
      message = PickerTexts.comparisonStopped
      comparing = nil
      return
    }
    perform(key: key, world)
  }

  /// Keys that choose wait for the hits that the user expects to see by then, and later ones wait
  /// behind them.
  mutating func perform(key: PickerKey, _ world: some PickerWorld) {
    if mode == .ended { return }
    if !waitingKeys.isEmpty || mustWait(key, world) {
      waitingKeys.append(key)
    } else if mode == .large {
      performLarge(key, world)
    } else {
      performInGrid(key, world)
    }
  }

  private mutating func performWaiting(_ world: some PickerWorld) {
    let keys = waitingKeys
    waitingKeys = []
    for key in keys { perform(key: key, world) }
  }

  private func mustWait(_ key: PickerKey, _ world: some PickerWorld) -> Bool {
    if key == .finish, mustSearch { return false }
    if key.choosesHit, search.isOutdated, search.termError == nil { return true }
    if key == .selectAll {
      return !world.selectable(from: list.page.lowerBound).allSatisfy(world.isRead)
    }
    // The best photos are to be among those that are used.
    if key == .finish || key == .arrange, mode != .large, comparing == .best { return true }
    let marks =
      key.marksHit || (key == .finish && mode != .large && world.wantsHighlighted)
    return marks && highlightedPhoto.map(world.isRead) == false
  }

  private mutating func performInGrid(_ key: PickerKey, _ world: some PickerWorld) {
    switch key {
    case .edit(.type("?")) where search.term.isEmpty: showHelp(world)
    case .edit(let edit): type(edit.applied(to: search.term), world)
    case .selectAll, .best, .series, .allSeries: performOnAll(key, world)
    case .mark: if toggle(world) { list.move(.items(1)) }
    case .toggle: _ = toggle(world)
    case .takeBack: takeBack(world)
    case .move(let move): list.move(move)
    case .click(let row, let column): click(world.target(row: row, column: column), world)
    case .rightClick(let row, let column):
      switch world.target(row: row, column: column) {
      case .photo(_, let place), .series(let place):
        mode = .large
        list.move(to: place)
      default: break
      }
    case .scroll(let rows, let row, let column):
      if case .collage = world.target(row: row, column: column) {
        message = perform(.pickLayout(rows), world)
      } else {
        list.scroll(byRows: rows)
      }
    case .zoom(let step): zoom(by: step, world)
    case .help: showHelp(world)
    case .folderUp: show(levelsUp: 1, world)
    case .folderDown:
      if case .file(let photo) = highlightedPhoto {
        // What was found by its folder's name wouldn't be found in there.
        if !search.term.isEmpty { type([], world) }
        show([photo.folder], world)
      }
    case .sort where isOnWeb: message = PickerTexts.noOrder(world.service)
    case .sort: perform(.order(search.order.next), world)
    case .switchSource:
      isOnWeb.toggle()
      perform(isOnWeb ? .searchWeb : .show(folders), world)
    case .searchAgain: perform(.searchAgain, world)
    case .view: if highlightedPhoto != nil { mode = .large }
    case .finish: finish(world)
    case .arrange: arrange(world)
    case .pick: message = PickerTexts.isPicker
    case .escape where !search.term.isEmpty: type([], world)
    case .escape where world.losesMarks && !isWarned:
      isWarned = true
      message = PickerTexts.wouldLose
    case .escape, .leave:
      mode = .ended
      perform(.leave, world)
    case .redraw: perform(.redraw, world)
    case .suspend: perform(.suspend, world)
    }
  }

  private mutating func performLarge(_ key: PickerKey, _ world: some PickerWorld) {
    switch key {
    case .mark, .toggle: _ = toggle(world)
    case .takeBack, .help, .move(.first), .move(.last), .redraw, .suspend, .series, .allSeries,
      .arrange, .pick:
      performInGrid(key, world)
    case .edit(.type("?")): showHelp(world)
    case .edit(.type(let text)) where world.turnsPhotos:
      guard let photo = highlightedPhoto else { break }
      for sign in text where "tT".contains(sign) {
        perform(.turn(photo, sign == "t" ? .right : .left), world)
      }
    case .move(.items(let distance)), .move(.rows(let distance)), .scroll(let distance, _, _):
      list.move(.items(distance))
    case .click(let row, let column): click(world.target(row: row, column: column), world)
    case .view, .finish, .escape, .leave, .rightClick: mode = .grid
    default: break
    }
  }

  /// A service on the web isn't asked for one or two letters, or when it answers few more searches,
  /// unless the user says so.
  private mutating func type(_ term: [UInt8], _ world: some PickerWorld) {
    let searches = !isOnWeb || term.isEmpty || world.isWorthSearching(term)
    perform(.type(term, searches: searches), world)
  }

  /// Whether to be done means to search the web at once: for what it has not been asked for, or
  /// will be after a pause in typing.
  private var mustSearch: Bool {
    mode != .large && isOnWeb && (search.isUnsearched || search.isOutdated)
  }

  /// Ends with the marked photos, as soon as it is known that they can be decoded.
  private mutating func finish(_ world: some PickerWorld) {
    arranges = false
    if !isOnWeb, search.hits.isEmpty, let folder = TypedFolder.path(search.term) {
      type([], world)
      show([folder], world)
    } else if mustSearch {
      perform(.searchNow, world)
    } else if !world.wantsHighlighted || toggle(world) {
      mode = .finishing
    }
  }

  /// Likewise, to arrange the photos that are marked.
  private mutating func arrange(_ world: some PickerWorld) {
    guard world.canArrange, !world.wantsHighlighted else {
      message = world.canArrange ? PickerTexts.nothingToArrange : PickerTexts.cannotArrange
      return
    }
    arranges = true
    mode = .finishing
  }

  // MARK: What is shown

  /// Whether the highlighted photo is shown over the whole window.
  var isLarge: Bool { mode == .large }

  func hints(_ world: some PickerWorld) -> [KeyHint] {
    isLarge
      ? PickerHints.largeHints(world.turnsPhotos)
      : PickerHints.hints(
        onWeb: isOnWeb, searches: mustSearch, onSeries: highlightedSeries != nil,
        arranges: world.canArrange)
  }

  /// Shows other folders' photos.
  private mutating func show(_ folders: [FilePath], _ world: some PickerWorld) {
    self.folders = folders
    isOnWeb = false
    perform(.show(folders), world)
  }

  /// Shows the folder that is so many levels above the shown one; where several are shown, above
  /// the first.
  mutating func show(levelsUp: Int, _ world: some PickerWorld) {
    guard levelsUp > 0 || isOnWeb, let first = folders.first else { return }
    var folder = absolute(first).lexicallyNormalized()
    for _ in 0..<levelsUp where !folder.removeLastComponent() { message = PickerTexts.topFolder }
    show([folder], world)
  }

  private mutating func zoom(by step: Int, _ world: some PickerWorld) {
    let before = geometry
    zoom += step
    fit(world)
    if geometry == before {
      zoom -= step
      message = step > 0 ? PickerTexts.largest : PickerTexts.smallest
    }
  }

  /// Gives the tiles the size that suits the window and the number of photos.
  mutating func fit(_ world: some PickerWorld) {
    geometry = PickerGeometry(
      world.size, mode: world.pictureMode, photos: search.hits.isEmpty ? nil : search.hits.count,
      zoom: zoom, hasHeadings: search.order == .folder && !isOnWeb, showsHelp: askedHelp.isShown)
    list.setGrid(columns: geometry.columns, rows: geometry.rows)
  }
}

extension SearchOrder {
  /// The order that follows this one when the user changes it.
  fileprivate var next: SearchOrder {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
