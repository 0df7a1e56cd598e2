internal import CollageKit
internal import LineEditing
internal import PhotoSources
internal import SystemPackage
internal import TerminalPictures

/// Everything that the picker's screen shows, and the window's content made of it. A value without
/// behaviour.
struct PickerView {
  /// One photo of the page.
  struct Photo {
    let photo: PickerPhoto
    let tile: Tile
    /// From 1; nil if it isn't chosen.
    let number: Int?
    /// Whether a photo before it has the same bytes.
    let isRepeated: Bool
    /// Nil if no other photo shows the same.
    let series: TileSeries?
  }

  /// The collage as it would be.
  struct Collage {
    let content: PictureContent
    let columns: Int
    /// What is said of it.
    let status: String
  }

  let geometry: PickerGeometry
  let style: TerminalStyle
  let state: PickerState
  /// The hits in the window.
  let list: ListScreen
  /// The page's photos.
  let photos: [Photo]
  /// The folders that are searched.
  let folders: [FilePath]
  /// The service that is searched in place of them; nil for the folders.
  let web: (any WebSearchService)?
  /// How many photos are chosen, and what they need.
  let title: String
  /// About the highlighted photo; empty while that is not known.
  let facts: String
  /// What the user should know, in place of the facts; nil for nothing.
  let message: String?
  /// Nil when it isn't shown.
  let help: PickerHelp?
  /// The row of hints.
  let hints: [KeyHint]
  let collage: Collage
  /// The highlighted photo over the whole window; nil for the grid.
  let large: Tile?
  /// The same photo in the panel; nil where it isn't shown.
  let highlighted: Tile?
  /// Whether the cursor stands in the search; else it stands on the highlighted photo, where
  /// screen readers and magnifiers follow it.
  let isTyping: Bool

  func content() -> WindowContent {
    var content = WindowContent(
      geometry.size, hasAttributes: style.hasAttributes, on: style.background)
    searchLine.draw(in: &content)
    let isHelpAsked = help?.isAsked == true
    let coversPhotos = isHelpAsked && geometry.helpColumn == nil
    if coversPhotos {
      // Nothing else is there.
    } else if let large {
      content.put(large, in: geometry.largePicture)
    } else if photos.isEmpty {
      drawNothing(in: &content)
    } else {
      drawPhotos(in: &content)
    }
    if large == nil, !coversPhotos {
      drawHeadings(in: &content)
      content.putScrollBar(of: list, in: geometry.scrollBar, isUTF8: style.isUTF8)
    }
    if let help { draw(help, in: &content) }
    if large == nil, !isHelpAsked {
      if let area = geometry.photo { drawHighlighted(in: area, of: &content) }
      if help == nil, let area = geometry.collage { drawCollage(in: area, of: &content) }
    }
    footer.draw(in: &content, style)
    if large == nil, !coversPhotos { followHighlight(in: &content) }
    return content
  }

  private func followHighlight(in content: inout WindowContent) {
    guard !isTyping, let highlighted = list.highlighted, list.page.contains(highlighted) else {
      return
    }
    let area = geometry.area(of: highlighted - list.page.lowerBound)
    content.cursor =
      geometry.hasTiles
      ? WindowContent.Cursor(row: area.row + area.rows - TileRoom.nameRows, column: area.column + 1)
      : WindowContent.Cursor(row: area.row, column: area.column)
  }

  // MARK: Rows of text

  private var searchLine: SearchLine {
    let columns = geometry.size.columns
    if let web {
      let status = PickerTexts.status(of: state, on: web, separator: style.separator)
      return SearchLine(state.term, status: status, columns: columns, style)
    }
    let statuses = PickerTexts.statuses(of: state, separator: style.separator)
      .map { $0 + style.separator }
    return SearchLine(
      state.term, status: statuses[0], shorter: Array(statuses.dropFirst()),
      path: PickerTexts.names(of: folders), columns: columns, style)
  }

  private var footer: ListFooter {
    ListFooter(
      facts: facts, message: message, messageLook: .warning, start: title + "   ", hints: hints)
  }

  private func drawNothing(in content: inout WindowContent) {
    let text =
      web.map { PickerTexts.nothing(state, on: $0) } ?? PickerTexts.nothing(state, folders: folders)
    let area = CellArea(
      row: TerminalSize.firstListRow + 1, column: 0, rows: geometry.size.rows,
      columns: geometry.photosWidth)
    content.put(paragraph: text, in: area)
  }

  // MARK: What a click means

  /// What is at a place of the window; nil for nothing.
  func target(row: Int, column: Int) -> PickerTarget? {
    if row == geometry.size.keysRow {
      return footer.key(at: column, columns: geometry.size.columns).map { .key($0) }
    }
    if row == 0 {
      guard folders.count == 1 else { return nil }
      return searchLine.levelsBelow(column: column).map { .folder(levelsUp: $0) }
    }
    if large == nil {
      if geometry.collage?.contains(row: row, column: column) == true { return .collage }
      if geometry.photo?.contains(row: row, column: column) == true { return .key(.control("v")) }
    }
    guard let index = geometry.index(row: row, column: column), photos.indices.contains(index)
    else { return nil }
    let photo = photos[index]
    let place = list.page.lowerBound + index
    if photo.series != nil,
      isLabel(row: row, column: column, of: photo, in: geometry.area(of: index))
    {
      return .series(place: place)
    }
    return .photo(photo.photo, place: place)
  }

  /// Whether a place is in what a tile's frame says below its picture.
  private func isLabel(row: Int, column: Int, of photo: Photo, in area: CellArea) -> Bool {
    guard geometry.hasTiles, let label = label(of: photo, isShort: isShort(area)) else {
      return false
    }
    let start = area.column + Self.labelStart
    return row == area.row + area.rows - 2
      && (start..<start + DisplayWidth.columns(of: label) + 2).contains(column)
  }

  /// The columns of a frame's line before its label.
  private static let labelStart = 2

  // MARK: Photos

  private func drawPhotos(in content: inout WindowContent) {
    // A sign of the highlighted photo may be before its name; in a list, its number is, too.
    let signColumns = geometry.hasTiles ? (style.hasAttributes ? 0 : 1) : 5
    let names = ShownNames(
      photos.map(\.photo.name), columns: geometry.pictureColumns - signColumns, style)
    for (index, photo) in photos.enumerated() {
      let area = geometry.area(of: index)
      let isHighlighted = list.page.lowerBound + index == list.highlighted
      if geometry.hasTiles {
        draw(photo, isHighlighted, names, in: area, of: &content)
      } else {
        drawLine(of: photo, isHighlighted, names, in: area, of: &content)
      }
    }
  }

  private func drawLine(
    of photo: Photo, _ isHighlighted: Bool, _ names: ShownNames, in area: CellArea,
    of content: inout WindowContent
  ) {
    let mark = photo.number.map { "\($0)" } ?? " "
    let number = mark.count < 2 ? " \(mark)" : mark
    var text = "\(isHighlighted ? ">" : " ")\(number)  \(names.text(photo.photo.name))"
    if case .broken(let reason, _) = photo.tile { text += "  (\(reason))" }
    if let label = label(of: photo, isShort: false) { text += "  (\(label))" }
    text += "  \(photo.photo.folderName)"
    let look: TextStyle = isHighlighted ? .reversed : photo.number != nil ? .bold : .plain
    content.put(
      style.cut(text, columns: area.columns), row: area.row, column: area.column,
      width: area.columns,
      style: look)
  }

  private func draw(
    _ photo: Photo, _ isHighlighted: Bool, _ names: ShownNames, in area: CellArea,
    of content: inout WindowContent
  ) {
    let frame = area.part(fromRow: 0, rows: area.rows - TileRoom.nameRows)
    let look: TextStyle = isHighlighted ? .bold : photo.number != nil ? .plain : .dim
    let above = photo.number.map { CellFrame.Label(text: " \($0) ", look: .marked) }
    let below = label(of: photo, isShort: isShort(area)).map {
      CellFrame.Label(text: " \($0) ", look: look == .dim ? .plain : look)
    }
    content.put(
      CellFrame(area: frame, isHeavy: isHighlighted, look: look, above: above, below: below), style)
    let inside = frame.inside
    content.put(photo.tile, in: inside)
    var nameLook: TextStyle = isHighlighted ? .reversed : .plain
    if case .broken = photo.tile, !isHighlighted { nameLook = .warning }
    let sign = isHighlighted && !style.hasAttributes ? ">" : ""
    let name = sign + names.text(photo.photo.name)
    content.put(
      name, row: frame.row + frame.rows, column: inside.column,
      width: min(max(DisplayWidth.columns(of: name), 1), inside.columns), style: nameLook)
  }

  /// Whether a tile has little room for what is said of its photo.
  private func isShort(_ area: CellArea) -> Bool {
    area.columns < PickerTexts.repeated.count + 6
  }

  /// How a photo is like others; nil if it isn't.
  private func label(of photo: Photo, isShort: Bool) -> String? {
    if photo.isRepeated, photo.series?.isFolded != true {
      return isShort ? PickerTexts.repeatedShort : PickerTexts.repeated
    }
    return photo.series.map { PickerTexts.series($0, isShort: isShort, isUTF8: style.isUTF8) }
  }

  /// The folders' names above the first of their photos.
  private func drawHeadings(in content: inout WindowContent) {
    guard geometry.hasHeadings else { return }
    let starts = photos.indices.filter {
      $0 == 0 || photos[$0].photo.folderName != photos[$0 - 1].photo.folderName
    }
    for (start, next) in zip(starts, starts.dropFirst() + [photos.count]) {
      let area = geometry.area(of: start)
      let isSameRow = next < photos.count && geometry.area(of: next).row == area.row
      let end = isSameRow ? geometry.area(of: next).column - 1 : geometry.scrollBar.column
      let name = style.cutMiddle(photos[start].photo.folderName, columns: end - area.column + 1)
      content.put(
        name, row: area.row - 1, column: area.column, width: end - area.column, style: .bold)
    }
  }

  // MARK: The side

  private func draw(_ help: PickerHelp, in content: inout WindowContent) {
    let inside = help.area.inside
    let more = help.isAsked ? PickerTexts.scrolledHelp : PickerTexts.moreHelp
    var frame = CellFrame(help.area, title: ListHelp.title)
    if help.rows.count > inside.rows {
      frame.below = CellFrame.Label(text: " \(more) ", look: frame.look)
    }
    content.put(frame, style)
    content.put(help.rows, in: inside)
  }

  private func drawHighlighted(in area: CellArea, of content: inout WindowContent) {
    content.put(CellFrame(area, title: PickerTexts.photo), style)
    if let highlighted { content.put(highlighted, in: area.inside) }
  }

  private func drawCollage(in panel: CellArea, of content: inout WindowContent) {
    content.put(CellFrame(panel, title: PickerTexts.collage), style)
    let inside = panel.inside
    let rows: Int
    switch collage.content {
    case .rows(let lines): rows = lines.reduce(0) { $0 + $1.height }
    case .failed(let reason):
      let area = inside.part(fromRow: 0, rows: inside.rows - 1)
      return content.put(paragraph: reason, in: area)
    }
    if collage.columns <= inside.columns, rows < inside.rows {
      content.put(
        collage.content, row: inside.row + (inside.rows - 1 - rows) / 2,
        column: inside.column + (inside.columns - collage.columns) / 2, width: collage.columns)
    }
    content.put(
      style.cut(collage.status, columns: inside.columns + 1), row: inside.row + inside.rows - 1,
      column: inside.column, width: inside.columns)
  }
}
