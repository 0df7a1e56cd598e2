internal import CollageKit
internal import Imaging
internal import PhotoSources
internal import ReactiveTraits

/// What the picker shows.
extension InteractivePicker {
  /// What is to be seen now.
  func view() -> PickerView {
    let state = model.search
    let help = model.help(self)
    let large = model.isLarge ? model.highlightedPhoto.map(largeTile) : nil
    let highlighted = model.isLarge ? nil : panelTile(help)
    let repeated = loaders.repeated.latest?.value ?? []
    let photos = model.list.page.map { index in
      let photo = state.hits[index]
      return PickerView.Photo(
        photo: photo, tile: tile(of: photo), number: hitMarks.place(of: photo).map { $0 + 1 },
        isRepeated: repeated.contains(photo.id), series: state.series(at: index))
    }
    let elsewhere = model.isOnWeb ? 0 : hitMarks.chosen.count(outside: model.folders)
    return PickerView(
      geometry: model.geometry, style: terminal.style, state: state, list: model.list,
      photos: photos,
      folders: model.folders, web: model.isOnWeb ? dependencies.web.service : nil,
      title: PickerTexts.title(marks.store.state, elsewhere: elsewhere),
      facts: details(state),
      message: model.message ?? state.termError.map(FindTexts.wrongTerm) ?? progress(state)
        ?? failureBelowHits(state),
      help: help, hints: model.hints(self),
      collage: PickerView.Collage(
        content: preview.content, columns: preview.columns, status: collageStatus),
      large: large, highlighted: highlighted, isTyping: model.isTyping)
  }

  /// What is said of the collage.
  private var collageStatus: String {
    if preview.isPending, preview.content == .nothing {
      return PickerTexts.decoding + terminal.style.end
    }
    let arrangement = preview.arrangement
    let separator = terminal.style.separator
    return StatusRow.text(of: arrangement.selection, arrangement.plan, separator: separator) ?? ""
  }

  /// The highlighted photo in the panel; nil where it isn't shown.
  private func panelTile(_ help: PickerHelp?) -> Tile? {
    guard let area = model.geometry.photo?.inside, help?.isAsked != true,
      let photo = model.highlightedPhoto
    else { return nil }
    if let reason = hitMarks.broken[photo.id] { return .broken(reason: reason, isAllowable: false) }
    return bigTile(
      Tile.Request(
        photo: photo, turn: hitMarks.turn(of: photo),
        form: Tile.Form(columns: area.columns, rows: area.rows, display: display)))
  }

  /// How far the comparison is that the user waits for; nil if there is none.
  private func progress(_ state: PickerState) -> String? {
    model.comparing == nil
      ? nil : PickerTexts.comparing(loaders.compared.value, of: state.found.count)
  }

  /// Why no more hits follow those at the window's end; nil elsewhere.
  private func failureBelowHits(_ state: PickerState) -> String? {
    guard !state.hits.isEmpty, model.list.page.upperBound == state.hits.count,
      !state.isOutdated
    else { return nil }
    return state.failure.map(PickerTexts.failure)
  }

  private func largeTile(of photo: PickerPhoto) -> Tile {
    let area = model.geometry.largePicture
    return bigTile(
      Tile.Request(
        photo: photo, turn: hitMarks.turn(of: photo),
        form: Tile.Form(columns: area.columns, rows: area.rows, display: display),
        crop: hitMarks.place(of: photo).flatMap(placement).flatMap(\.croppedRegion)))
  }

  private func bigTile(_ request: Tile.Request) -> Tile {
    loaders.large.want([request])
    if let tile = loaders.large[request] { return tile }
    // The picture of the same photo stays until another one takes its place.
    guard let latest = loaders.large.latest, latest.key.photo == request.photo,
      latest.key.form == request.form
    else {
      return .loading
    }
    return latest.value
  }

  private func tile(of photo: PickerPhoto) -> Tile {
    if let reason = hitMarks.broken[photo.id] { return .broken(reason: reason, isAllowable: false) }
    return model.geometry.hasTiles ? loaders.tiles[tileRequest(of: photo)] ?? .loading : .loading
  }

  /// What is known of the highlighted photo.
  private func details(_ state: PickerState) -> String {
    guard let photo = model.highlightedPhoto, loaders.photos[photo] != nil else { return "" }
    let separator = terminal.style.separator
    let text =
      switch photo {
      case .file(let file): PhotoDetails.text(of: file, hitMarks.photo(photo), separator: separator)
      case .web(let result): PhotoDetails.text(of: result, separator: separator)
      }
    guard model.isLarge else { return text }
    let crop = hitMarks.place(of: photo).map {
      PickerTexts.crop($0 + 1, share: placement($0)?.croppedShare)
    }
    let turn = hitMarks.turn(of: photo)
    let series = model.highlightedSeries.map {
      PickerTexts.series($0, isShort: false, isUTF8: terminal.style.isUTF8)
    }
    return
      ([crop ?? PickerTexts.notChosen] + (turn == .none ? [] : ["turn \(turn)"])
      + [series].compactMap(\.self) + [text])
      .joined(separator: separator)
  }

  /// How the collage shows the photo at a place, from 0; nil while it isn't laid out with all
  /// chosen photos.
  private func placement(_ place: Int) -> Placement? {
    guard preview.arrangement.selection == marks.selection else { return nil }
    return (try? preview.arrangement.plan?.get())?.placements.dropFirst(place).first
  }
}

extension Placement {
  /// What the collage shows of a photo, in shares of its width and height; nil for all of it.
  fileprivate var croppedRegion: Region? {
    guard croppedShare > 0 else { return nil }
    let (width, height) = (Double(photo.size.width), Double(photo.size.height))
    return Region(
      x: crop.x / width, y: crop.y / height, width: crop.width / width, height: crop.height / height
    )
  }
}
