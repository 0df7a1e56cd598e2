internal import Imaging
internal import LineEditing
internal import PhotoLayouts
internal import PhotoSources
internal import SystemPackage

/// What a picker does: a state, and a function that changes it with each event and says what must
/// be done. It knows no terminal, loads nothing and reads no clock; `InteractivePicker` does what
/// it says.
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

  /// A click on a photo, which a second one may follow.
  private struct Click {
    let photo: PickerPhoto
    let time: ContinuousClock.Instant
  }

  /// How soon the second click of a double click follows.
  static let doubleClickTime = Duration.milliseconds(500)

  private(set) var mode = Mode.grid
  /// The folders that are shown, when the web isn't.
  private(set) var folders: [FilePath]
  /// Whether the web is searched, and not the folders.
  private(set) var isOnWeb = false
  private(set) var geometry: PickerGeometry
  /// What the user should know, until the next key.
  private(set) var message: String?
  /// How much larger the user wants the tiles.
  private var zoom = 0
  /// From which row on the help is shown because the user has asked for it; nil when that's not so.
  private var helpStart: Int?
  /// The latest key, if it has selected hits together: the same key takes them back.
  private var selectingKey: PickerKey?
  /// The key because of which all photos are being compared; nil if the user hasn't asked for that.
  private(set) var comparing: PickerKey?
  /// Keys that wait for hits, or for the photo that they mark.
  private(set) var waitingKeys: [PickerKey] = []
  /// The photo that was clicked last.
  private var clicked: Click?
  /// Folders of which the user knows that they can't be read.
  private var unreadable: UnreadableFolders?
  /// Makes a path begin at the root of the file system.
  private let absolute: (FilePath) -> FilePath

  init(
    folders: [FilePath], geometry: PickerGeometry, message: String? = nil,
    absolute: @escaping (FilePath) -> FilePath = WorkingFolder.absolute
  ) {
    self.folders = folders
    self.geometry = geometry
    self.message = message
    self.absolute = absolute
  }

  /// Changes the state, and says what must be done.
  mutating func react(to event: PickerEvent, _ facts: PickerFacts) -> [PickerEffect] {
    let effects = reaction(to: event, facts)
    return effects.contains(where: \.changesSearch) ? stopComparing() + effects : effects
  }

  private mutating func reaction(to event: PickerEvent, _ facts: PickerFacts) -> [PickerEffect] {
    if mode == .ended { return [] }
    switch event {
    case .key(let key): return press(key, facts)
    case .perform(let key): return perform(key, facts)
    case .located(let target, for: .click): return click(target, facts)
    case .located(.photo(_, let place, _), for: .rightClick),
      .located(.series(let place), for: .rightClick):
      showLarge()
      return [.moveTo(place)]
    case .located(_, for: .rightClick): return []
    case .located(.collage, for: .scroll(let step)): return [.pickLayout(step)]
    case .located(_, for: .scroll(let step)): return [.scroll(step)]
    case .toggled(let refusal, let next): return toggled(refusal, next)
    case .selectedTogether(let text, let key):
      message = text
      selectingKey = key
      // What is selected by then is more than a choice may count on.
      return comparing == .best ? stopComparing() : []
    case .compared:
      guard let comparing, comparing != .best else { return [] }
      self.comparing = nil
      message = PickerTexts.noSeries(for: comparing, facts.search)
      // Nothing is folded by itself as long as all photos are shown.
      return message == nil && facts.search.showsAll ? performOnAll(comparing, facts) : []
    case .told(let text): message = text
    case .takenBack(let text):
      message = text
      if mode == .finishing { mode = .grid }
    case .arrived:
      defer { waitingKeys = [] }
      return waitingKeys.isEmpty ? [] : [.perform(waitingKeys)]
    case .settled: return settle(facts)
    case .resized: return fit(facts) + [.fitCollage]
    case .drawn: return [.draw]
    case .stopped:
      mode = .ended
      return [.close]
    }
    return []
  }

  // MARK: Keys

  private mutating func press(_ key: PickerKey, _ facts: PickerFacts) -> [PickerEffect] {
    message = nil
    if mode == .finishing { mode = .grid }
    if key != selectingKey { selectingKey = nil }
    if scrollHelp(key, facts) { return [] }
    var effects: [PickerEffect] = []
    if helpStart != nil, key != .help, key == .escape || coversPhotos {
      effects = setHelp(nil, facts)
      if key == .escape { return effects }
    }
    if key == .leave || key == .escape { waitingKeys = [] }
    if key == .escape, comparing != nil {
      message = PickerTexts.comparisonStopped
      return effects + stopComparing()
    }
    return effects + perform(key, facts)
  }

  /// Keys that choose wait for the hits that the user expects to see by then, and later ones wait
  /// behind them.
  private mutating func perform(_ key: PickerKey, _ facts: PickerFacts) -> [PickerEffect] {
    if !waitingKeys.isEmpty || mustWait(key, facts) {
      waitingKeys.append(key)
      return []
    }
    return mode == .large ? performLarge(key, facts) : performInGrid(key, facts)
  }

  private func mustWait(_ key: PickerKey, _ facts: PickerFacts) -> Bool {
    let search = facts.search
    if key == .finish, mustSearch(facts) { return false }
    if key.choosesHit, search.isOutdated, search.termError == nil { return true }
    if key == .selectAll { return !facts.isAllRead() }
    // The best photos are to be among those that are used.
    if key == .finish, mode != .large, comparing == .best { return true }
    let marks =
      key.marksHit || (key == .finish && mode != .large && facts.wantsHighlighted)
    return marks && search.highlightedPhoto != nil && !facts.isHighlightedRead
  }

  private mutating func performInGrid(_ key: PickerKey, _ facts: PickerFacts) -> [PickerEffect] {
    switch key {
    case .type("?") where facts.search.term.isEmpty: return showHelp(facts)
    case .type, .deleteCharacter, .deleteWord, .clearSearch:
      return [type(key.edited(facts.search.term), facts)]
    case .selectAll, .best, .series, .allSeries: return performOnAll(key, facts)
    case .mark: return [.toggle(next: .advance)]
    case .toggle: return [.toggle(next: .stay)]
    case .takeBack: return [.takeBack]
    case .move(.left): return [.move(-1)]
    case .move(.right): return [.move(1)]
    case .move(.up): return [.moveRows(-1)]
    case .move(.down): return [.moveRows(1)]
    case .pageUp: return [.movePages(-1)]
    case .pageDown: return [.movePages(1)]
    case .first: return [.moveToFirst]
    case .last: return [.moveToLast]
    case .click(let row, let column): return [.locate(row: row, column: column, for: .click)]
    case .rightClick(let row, let column):
      return [.locate(row: row, column: column, for: .rightClick)]
    case .scroll(let direction, let row, let column):
      return [.locate(row: row, column: column, for: .scroll(direction == .up ? -1 : 1))]
    case .zoom(let step): return zoom(by: step, facts)
    case .help: return showHelp(facts)
    case .folderUp: return show(levelsUp: 1)
    case .folderDown:
      guard case .file(let photo) = facts.search.highlightedPhoto else { return [] }
      return show([photo.folder])
    case .sort where isOnWeb: message = PickerTexts.noOrder(facts.service)
    case .sort: return [.order(facts.search.order.next)]
    case .switchSource:
      isOnWeb.toggle()
      return [isOnWeb ? .searchWeb : .show(folders)]
    case .searchAgain: return [.searchAgain]
    case .finish where mustSearch(facts): return [.searchNow]
    case .view: if facts.search.highlightedPhoto != nil { showLarge() }
    // Ends with the marked photos, as soon as it is known that they can be decoded.
    case .finish where facts.wantsHighlighted: return [.toggle(next: .finish)]
    case .finish: mode = .finishing
    case .escape where !facts.search.term.isEmpty: return [type([], facts)]
    case .escape, .leave:
      mode = .ended
      return [.leave]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    }
    return []
  }

  private mutating func performLarge(_ key: PickerKey, _ facts: PickerFacts) -> [PickerEffect] {
    switch key {
    case .mark, .toggle: return [.toggle(next: .stay)]
    case .takeBack, .help, .first, .last, .redraw, .suspend, .series, .allSeries:
      return performInGrid(key, facts)
    case .type("?"): return showHelp(facts)
    case .type(let text) where facts.turnsPhotos:
      return text.filter { "tT".contains($0) }.map { .turn($0 == "t" ? .right : .left) }
    case .move(.left), .move(.up), .scroll(.up, _, _): return [.move(-1)]
    case .move(.right), .move(.down), .scroll(.down, _, _): return [.move(1)]
    case .click(let row, let column): return [.locate(row: row, column: column, for: .click)]
    case .view, .finish, .escape, .leave, .rightClick: return leaveLarge()
    default: break
    }
    return []
  }

  private mutating func showLarge() { if mode == .grid { mode = .large } }

  private mutating func leaveLarge() -> [PickerEffect] {
    mode = .grid
    return [.stopLarge]
  }

  /// A service on the web isn't asked for one or two letters, or when it answers few more searches,
  /// unless the user says so.
  private func type(_ term: [UInt8], _ facts: PickerFacts) -> PickerEffect {
    .type(term, searches: !isOnWeb || term.isEmpty || facts.isWorthSearching(term))
  }

  /// Whether to be done means to search the web at once: for what it has not been asked for, or
  /// will be after a pause in typing.
  private func mustSearch(_ facts: PickerFacts) -> Bool {
    mode != .large && isOnWeb && (facts.search.isUnsearched || facts.search.isOutdated)
  }

  // MARK: Series and all photos

  private mutating func performOnAll(_ key: PickerKey, _ facts: PickerFacts) -> [PickerEffect] {
    if key == selectingKey {
      selectingKey = nil
      return [.deselectAll]
    }
    if key == .selectAll { return [.selectAll] }
    if isOnWeb {
      message = PickerTexts.notCompared
      return []
    }
    let search = facts.search
    switch key {
    case .best:
      comparing = .best
      return [.chooseBest]
    case .series where search.highlightedSeries != nil: return [.toggleSeries]
    case .allSeries where search.hasSeries: return [.toggleAllSeries]
    default: break
    }
    if search.isFullyCompared {
      message = PickerTexts.noSeries(for: key, search)
    } else {
      comparing = key
    }
    return []
  }

  private mutating func stopComparing() -> [PickerEffect] {
    if comparing == nil { return [] }
    comparing = nil
    return [.stopComparing]
  }

  // MARK: Marks

  private mutating func click(_ target: PickerEvent.Target?, _ facts: PickerFacts) -> [PickerEffect]
  {
    if case .key(let key) = target { return PickerKey(key).map { press($0, facts) } ?? [] }
    if mode == .large { return leaveLarge() }
    let earlier = clicked
    clicked = nil
    switch target {
    case .photo(let photo, let place, let isMarked):
      if let earlier, earlier.photo == photo, facts.now - earlier.time < Self.doubleClickTime {
        return [.moveTo(place), .perform((isMarked ? [] : [.toggle]) + [.finish])]
      }
      clicked = Click(photo: photo, time: facts.now)
      return [.moveTo(place), .perform([.toggle])]
    case .series(let place): return [.moveTo(place), .perform([.series])]
    case .folder(let levels): return show(levelsUp: levels)
    case .collage: return [.pickLayout(1)]
    case .key, nil: return []
    }
  }

  private mutating func toggled(_ refusal: String?, _ next: PickerEffect.Next) -> [PickerEffect] {
    message = refusal
    guard refusal == nil else { return [] }
    switch next {
    case .stay: return []
    case .advance: return [.move(1)]
    case .finish:
      mode = .finishing
      return []
    }
  }

  // MARK: What is shown

  /// Whether the highlighted photo is shown over the whole window.
  var isLarge: Bool { mode == .large }

  func hints(_ facts: PickerFacts) -> [KeyHint] {
    isLarge
      ? PickerKey.largeHints(facts.turnsPhotos)
      : PickerKey.hints(
        onWeb: isOnWeb, searches: mustSearch(facts),
        onSeries: facts.search.highlightedSeries != nil)
  }

  // MARK: Help

  /// Whether the help, if the user asks for it, covers the photos.
  private var coversPhotos: Bool { helpStart != nil && geometry.helpColumn == nil }

  /// The help with its place; nil where none is shown. As long as the collage has no photo, its
  /// place shows the help anyway.
  func help(_ facts: PickerFacts) -> PickerHelp? {
    helpPlace(facts).map { area in
      let rows = helpRows(facts, in: area)
      let start = min(helpStart ?? 0, max(rows.count - 1, 0))
      return PickerHelp(area: area, rows: Array(rows.dropFirst(start)), isAsked: helpStart != nil)
    }
  }

  private func helpPlace(_ facts: PickerFacts) -> PickerGeometry.Area? {
    if helpStart != nil { return geometry.helpColumn ?? geometry.largePicture }
    return isLarge || facts.hasMarks ? nil : geometry.collage
  }

  private func helpRows(_ facts: PickerFacts, in area: PickerGeometry.Area) -> [String] {
    PickerTexts.help(hints(facts), columns: area.inside.columns)
  }

  /// Shows the help, more of it, or no help any more.
  private mutating func showHelp(_ facts: PickerFacts) -> [PickerEffect] {
    guard let helpStart, let area = helpPlace(facts) else { return setHelp(0, facts) }
    let next = helpStart + area.inside.rows
    return setHelp(next < helpRows(facts, in: area).count ? next : nil, facts)
  }

  /// Shows the help from a row on, or none.
  private mutating func setHelp(_ start: Int?, _ facts: PickerFacts) -> [PickerEffect] {
    let wasShown = helpStart != nil
    helpStart = start
    return wasShown == (start != nil) ? [] : fit(facts)
  }

  /// Scrolls the help that the user has asked for, if the key does that and not all of it fits.
  private mutating func scrollHelp(_ key: PickerKey, _ facts: PickerFacts) -> Bool {
    guard let helpStart, let area = helpPlace(facts) else { return false }
    let (rows, room) = (helpRows(facts, in: area).count, area.inside.rows)
    guard rows > room else { return false }
    let distance: Int
    switch key {
    case .pageUp: distance = -room
    case .pageDown: distance = room
    case .scroll(let direction, let row, let column) where area.contains(row: row, column: column):
      distance = direction == .up ? -1 : 1
    default: return false
    }
    self.helpStart = min(max(helpStart + distance, 0), rows - room)
    return true
  }

  /// Shows other folders' photos.
  private mutating func show(_ folders: [FilePath]) -> [PickerEffect] {
    self.folders = folders
    isOnWeb = false
    return [.show(folders)]
  }

  /// Shows the folder that is so many levels above the shown one; where several are shown, above
  /// the first.
  private mutating func show(levelsUp: Int) -> [PickerEffect] {
    guard levelsUp > 0 || isOnWeb, let first = folders.first else { return [] }
    var folder = absolute(first).lexicallyNormalized()
    for _ in 0..<levelsUp where !folder.removeLastComponent() { message = PickerTexts.topFolder }
    return show([folder])
  }

  private mutating func zoom(by step: Int, _ facts: PickerFacts) -> [PickerEffect] {
    let before = geometry
    zoom += step
    let effects = fit(facts)
    if geometry == before {
      zoom -= step
      message = step > 0 ? PickerTexts.largest : PickerTexts.smallest
    }
    return effects
  }

  /// Gives the tiles the size that suits the window and the number of photos.
  private mutating func fit(_ facts: PickerFacts) -> [PickerEffect] {
    let search = facts.search
    geometry = PickerGeometry(
      facts.size, mode: facts.pictureMode, photos: search.hits.isEmpty ? nil : search.hits.count,
      zoom: zoom, hasHeadings: search.order == .folder && !isOnWeb, showsHelp: helpStart != nil)
    if search.columns == geometry.columns, search.rows == geometry.rows { return [] }
    return [.grid(columns: geometry.columns, rows: geometry.rows)]
  }

  private mutating func settle(_ facts: PickerFacts) -> [PickerEffect] {
    if mode == .finishing, facts.isChecked {
      mode = .ended
      return [.take]
    }
    let search = facts.search
    if !search.isScanning, search.unreadable != unreadable {
      unreadable = search.unreadable
      message = unreadable.map(FindTexts.unreadable) ?? message
    }
    let effects = search.isSearching || search.isScanning ? [] : fit(facts)
    return effects + [.refresh]
  }
}

extension SearchOrder {
  /// The order that follows this one when the user changes it.
  fileprivate var next: SearchOrder {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }
}
