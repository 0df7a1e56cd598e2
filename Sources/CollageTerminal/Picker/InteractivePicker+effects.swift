internal import CollageKit
internal import Imaging
internal import PhotoLayouts
internal import PhotoSources
internal import SystemPackage
internal import TerminalPictures

/// The world of the picker's model.
extension InteractivePicker {
  var search: PickerState { picker.state }
  var size: TerminalSize { screen.size }
  var pictureMode: PictureMode { display.mode }
  var hasMarks: Bool { !marks.selection.photos.isEmpty }
  var hasBase: Bool { !marks.base.photos.isEmpty }
  var isChecked: Bool { preview.isUpToDate || marks.selection == marks.base }
  var refusalToAdd: String? { marks.store.state[.add]?.description }
  var turnsPhotos: Bool { dependencies.isPartOfPrompt }
  var canArrange: Bool { dependencies.isPartOfPrompt }
  // The prompt offers them again.
  var losesMarks: Bool { !dependencies.isPartOfPrompt && hasMarks }
  var service: String { dependencies.web.service.name }
  var now: ContinuousClock.Instant { terminal.keysCame }

  func isRead(_ hit: PickerPhoto) -> Bool { loaders.photos[hit] != nil }

  func isMarked(_ hit: PickerPhoto) -> Bool { hitMarks.isMarked(hit) }

  func isWorthSearching(_ term: [UInt8]) -> Bool {
    dependencies.web.source.isWorthSearching(term)
  }

  /// All hits that have no mark if the rules allow so many, else those from the window's top on,
  /// and one more, by which the rules say why.
  func selectable(from place: Int) -> [PickerPhoto] {
    let hits = search.hits
    let room = marks.selection.options.selectionRules.room(beside: marks.selection.count)
    let top = hits.count > room ? place : 0
    let candidates = [top..<hits.count, 0..<top].lazy.joined().lazy.map { hits[$0] }
      .filter { [hitMarks] in hitMarks.broken[$0.id] == nil && !hitMarks.isMarked($0) }
    return Array(candidates.prefix(room == .max ? room : room + 1))
  }

  func target(row: Int, column: Int) -> PickerTarget? { view().target(row: row, column: column) }

  // MARK: What the model does

  func perform(_ effect: PickerEffect) -> String? {
    switch effect {
    case .type(let term, let searches): picker.type(term, searches: searches)
    case .searchNow: picker.searchNow()
    case .searchAgain: picker.searchAgain()
    case .order(let order): picker.setOrder(order)
    case .searchWeb: picker.setSource(dependencies.web.source, searches: false)
    case .show(let folders): picker.setSource(source(of: folders))
    case .toggleSeries(let photo?): picker.toggleSeries(of: photo, isSelected: isMarked)
    case .toggleSeries(nil): picker.toggleAllSeries(isSelected: isMarked)
    case .toggle(let photo): return hitMarks.toggle(photo)
    case .takeBack(let photo?): _ = hitMarks.takeBack(photo)
    case .takeBack(nil):
      if !hasMarks { return PickerTexts.nothingToDeselect }
      marks.takeBack(at: marks.selection.count - 1)
    case .turn(let photo, let turn): hitMarks.turn(photo, by: turn)
    case .pickLayout(let step): return pickLayout(step)
    case .redraw: screen.invalidate()
    case .suspend: screen.suspend()
    case .take(let arranging): end(.taken(marks.selection, arranging: arranging))
    case .leave: end(.left(marks.selection))
    }
    return nil
  }

  private func source(of folders: [FilePath]) -> any PickerSource {
    let source = sources[folders] ?? dependencies.photos(in: folders, loaders.finder)
    sources[folders] = source
    return source
  }

  private func pickLayout(_ step: Int) -> String? {
    guard let plan = try? preview.arrangement.plan?.get() else { return nil }
    guard plan.choices > 1 else { return PickerTexts.onlyLayout }
    let refusal = marks.store.set {
      $0.layout.pick = ($0.layout.pick - 1 + step + plan.choices) % plan.choices + 1
    }
    return refusal?.description
  }

  // MARK: The window

  /// Loads what is shown now, and what is needed soon.
  func load() {
    let (state, list) = (model.search, model.list)
    let hits = state.hits
    picker.prepare(list.window, of: state)
    if model.geometry.hasTiles {
      loaders.tiles.want(list.preparedPages.map { tileRequest(of: hits[$0]) })
    }
    let selected =
      model.waitingKeys.contains(.selectAll) ? selectable(from: list.page.lowerBound) : []
    let chosen = choice?.chosen ?? []
    loaders.photos.want([model.highlightedPhoto].compactMap(\.self) + selected + chosen)
    // What is known of outdated hits stays until others take their place.
    if !model.isOnWeb, !state.isOutdated {
      loaders.repeated.want([HitsPage(range: list.page, hits: hits)])
    }
    if model.geometry.collage != nil { showSmallPictures() }
    if !model.isLarge, model.geometry.photo == nil { loaders.large.stop() }
    compare()
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
    let geometry = model.geometry
    return Tile.Request(
      photo: photo, turn: hitMarks.turn(of: photo),
      form: Tile.Form(
        columns: geometry.pictureColumns, rows: geometry.pictureRows, display: display))
  }
}
