internal import CollageKit
internal import PhotoLayouts
internal import PhotoSources
internal import SystemPackage

/// What the model wants done.
extension InteractivePicker {
  func perform(_ effect: PickerEffect) {
    switch effect {
    case .type(let term, let searches): picker.type(term, searches: searches)
    case .order(let order): picker.setOrder(order)
    case .searchAgain: picker.searchAgain()
    case .searchNow: picker.searchNow()
    case .searchWeb: picker.setSource(dependencies.web.source, searches: false)
    case .show(let folders): picker.setSource(source(of: folders))
    case .grid(let columns, let rows): picker.setGrid(columns: columns, rows: rows)
    case .moveTo(let place): picker.move(to: place)
    case .move(let count): picker.move(by: count)
    case .moveRows(let count): picker.move(byRows: count)
    case .movePages(let count): picker.move(byPages: count)
    case .moveToFirst: picker.moveToFirst()
    case .moveToLast: picker.moveToLast()
    case .scroll(let count): picker.scroll(byRows: count)
    case .toggle(let next): send(.toggled(refusal: toggleMark(), next: next))
    case .selectAll: selectAll()
    case .deselectAll: deselectAll()
    case .chooseBest: chooseBest()
    case .toggleSeries: picker.toggleSeries { [hitMarks] in hitMarks.isMarked($0) }
    case .toggleAllSeries: picker.toggleAllSeries { [hitMarks] in hitMarks.isMarked($0) }
    case .stopComparing: choice = nil
    case .takeBack: takeBack()
    case .turn(let turn):
      if let photo = picker.state.highlightedPhoto { hitMarks.turn(photo, by: turn) }
    case .pickLayout(let step): pickLayout(step)
    case .perform(let keys): for key in keys { send(.perform(key)) }
    case .locate(let row, let column, let purpose):
      send(.located(view().target(row: row, column: column), for: purpose))
    case .fitCollage: fitCollage()
    case .refresh: refresh()
    case .draw: screen.draw(view().content())
    case .stopLarge: loaders.large.stop()
    case .redraw: screen.invalidate()
    case .suspend: screen.suspend()
    case .close: close()
    case .take: end(.taken(marks.selection))
    case .leave: end(.left(marks.selection))
    }
  }

  private func source(of folders: [FilePath]) -> any PickerSource {
    let source = sources[folders] ?? dependencies.photos(in: folders, loaders.finder)
    sources[folders] = source
    return source
  }

  // MARK: Marks

  /// Marks the highlighted photo, or takes its mark back.
  ///
  /// - Returns: why that isn't possible; nil if it was done.
  private func toggleMark() -> String? {
    guard let photo = picker.state.highlightedPhoto else { return PickerTexts.nothingThere }
    return hitMarks.toggle(photo)
  }

  private func takeBack() {
    if let photo = picker.state.highlightedPhoto, hitMarks.takeBack(photo) { return }
    if marks.selection.count > 0 {
      marks.takeBack(at: marks.selection.count - 1)
    } else {
      send(.told(PickerTexts.nothingToDeselect))
    }
  }

  private func pickLayout(_ step: Int) {
    guard let plan = try? preview.arrangement.plan?.get() else { return }
    guard plan.choices > 1 else { return send(.told(PickerTexts.onlyLayout)) }
    let refusal = marks.store.set {
      $0.layout.pick = ($0.layout.pick - 1 + step + plan.choices) % plan.choices + 1
    }
    send(.told(refusal?.description))
  }

  // MARK: The window

  private func fitCollage() {
    let inside = model.geometry.collage?.inside
    preview.fit(
      in: CollagePreview.Room(
        columns: inside?.columns ?? 0, rows: max((inside?.rows ?? 0) - 1, 0), display: display))
  }

  private func refresh() {
    let state = picker.state
    let hits = state.hits
    if model.geometry.hasTiles {
      let prepared = state.preparedPages
      let following = state.page.upperBound..<max(prepared.upperBound, state.page.upperBound)
      loaders.tiles.want((Array(state.page) + following).map { tileRequest(of: hits[$0]) })
    }
    let selected = model.waitingKeys.contains(.selectAll) ? selectable : []
    let chosen = choice?.chosen ?? []
    loaders.photos.want([state.highlightedPhoto].compactMap(\.self) + selected + chosen)
    // What is known of outdated hits stays until others take their place.
    if !model.isOnWeb, !state.isOutdated {
      loaders.repeated.want([HitsPage(range: state.page, hits: hits)])
    }
    if model.geometry.collage != nil { showSmallPictures() }
    compare()
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
    let geometry = model.geometry
    return Tile.Request(
      photo: photo, turn: hitMarks.turn(of: photo),
      form: Tile.Form(
        columns: geometry.pictureColumns, rows: geometry.pictureRows, display: display))
  }
}
