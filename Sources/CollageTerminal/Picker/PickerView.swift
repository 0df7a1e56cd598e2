internal import CollageKit
internal import LineEditing
internal import PhotoSources
internal import SystemPackage

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

  let geometry: PickerGeometry
  let style: TerminalStyle
  let state: PickerState
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
  /// The collage as it would be, with its columns.
  let collage: (content: PictureContent, columns: Int, status: String)
  /// The highlighted photo over the whole window; nil for the grid.
  let large: Tile?
  /// The same photo in the panel; nil where it isn't shown.
  let highlighted: Tile?

  func content() -> WindowContent {
    var content = WindowContent(
      geometry.size, hasAttributes: style.hasAttributes, on: style.background)
    drawSearch(in: &content)
    let isHelpAsked = help?.isAsked == true
    let coversPhotos = isHelpAsked && geometry.helpColumn == nil
    if coversPhotos {
      // Nothing else is there.
    } else if let large {
      draw(large, in: geometry.largePicture, of: &content)
    } else if photos.isEmpty {
      drawNothing(in: &content)
    } else {
      drawPhotos(in: &content)
    }
    if large == nil, !coversPhotos {
      drawHeadings(in: &content)
      drawScrollBar(in: &content)
    }
    if let help { draw(help, in: &content) }
    if large == nil, !isHelpAsked {
      if let area = geometry.photo { drawHighlighted(in: area, of: &content) }
      if help == nil, let area = geometry.collage { drawCollage(in: area, of: &content) }
    }
    drawLastRows(in: &content)
    return content
  }

  // MARK: Rows of text

  /// What is said of the search at the right of the first row, and below it the folder that is
  /// shown.
  private var status: (text: String, crumb: String) {
    if let web { return (PickerTexts.status(of: state, on: web, separator: style.separator), "") }
    return (
      PickerTexts.status(of: state, separator: style.separator) + style.separator,
      PickerTexts.names(of: folders)
    )
  }

  /// The folder's path in the first row, with its first column; its end is what fits.
  private var crumb: (text: String, column: Int) {
    let (text, path) = status
    let width = DisplayWidth.columns(of: path)
    let room = max(geometry.size.columns / 2 - DisplayWidth.columns(of: text), 0)
    let rest =
      room < 8 ? "" : style.end + DisplayWidth.suffix(of: path, fitting: room - style.end.count)
    let shown = width <= room ? path : rest
    return (shown, geometry.size.columns - DisplayWidth.columns(of: shown))
  }

  private func drawSearch(in content: inout WindowContent) {
    let width = geometry.size.columns
    let text = status.text
    let crumb = self.crumb
    let statusWidth = min(DisplayWidth.columns(of: text), width / 2)
    let end = crumb.column - statusWidth
    let term = VisibleForm.of(LosslessText.text(of: state.term))
    let label = "search: "
    let room = max(end - label.count - 3, 8)
    let shown =
      DisplayWidth.columns(of: term) > room
      ? String(DisplayWidth.suffix(of: term, fitting: room)) : term
    content.put(label, row: 0, width: label.count, style: .dim)
    content.put(shown, row: 0, column: label.count, width: room + 1, style: .bold)
    if label.count + room + 2 <= end {
      content.put(
        style.cut(text, columns: statusWidth + 1), row: 0, column: end, width: statusWidth,
        style: .dim)
      content.put(crumb.text, row: 0, column: crumb.column)
    }
    content.cursor = WindowContent.Cursor(
      row: 0, column: label.count + DisplayWidth.columns(of: shown))
  }

  private func drawNothing(in content: inout WindowContent) {
    let text =
      web.map { PickerTexts.nothing(state, on: $0) } ?? PickerTexts.nothing(state, folders: folders)
    let width = geometry.photosWidth
    put(
      DisplayWidth.rows(of: text, columns: width, indent: 0),
      in: PickerGeometry.Area(row: 2, column: 0, rows: geometry.size.rows, columns: width),
      of: &content)
  }

  private func drawLastRows(in content: inout WindowContent) {
    let columns = geometry.size.columns
    content.put(
      style.cut(message ?? facts, columns: columns), row: geometry.factsRow,
      style: message == nil ? .plain : .warning)
    content.put(
      style.cut(
        keysStart + KeyHint.row(hints, from: keysStart.count, columns: columns - 1),
        columns: columns),
      row: geometry.keysRow, style: .dim)
  }

  /// What stands before the keys.
  private var keysStart: String { title + "   " }

  // MARK: What a click means

  /// What is at a place of the window; nil for nothing.
  func target(row: Int, column: Int) -> PickerEvent.Target? {
    if row == geometry.keysRow {
      let hints = KeyHint.shown(hints, from: keysStart.count, columns: geometry.size.columns - 1)
      return hints.first { $0.columns.contains(column) }?.hint.key.map { .key($0) }
    }
    if row == 0 {
      let (text, start) = crumb
      guard folders.count == 1, column >= start else { return nil }
      let rest = text.dropFirst(DisplayWidth.prefix(of: text, fitting: column - start).count)
      return .folder(levelsUp: rest.count { $0 == "/" })
    }
    if large == nil {
      if geometry.collage?.contains(row: row, column: column) == true { return .collage }
      if geometry.photo?.contains(row: row, column: column) == true { return .key(.control("v")) }
    }
    guard let index = geometry.index(row: row, column: column), photos.indices.contains(index)
    else { return nil }
    let photo = photos[index]
    let place = state.page.lowerBound + index
    if photo.series != nil,
      isLabel(row: row, column: column, of: photo, in: geometry.area(of: index))
    {
      return .series(place: place)
    }
    return .photo(photo.photo, place: place, isMarked: photo.number != nil)
  }

  /// Whether a place is in what a tile's frame says below its picture.
  private func isLabel(row: Int, column: Int, of photo: Photo, in area: PickerGeometry.Area) -> Bool
  {
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
      let isHighlighted = state.page.lowerBound + index == state.highlighted
      if geometry.hasTiles {
        draw(photo, isHighlighted, names, in: area, of: &content)
      } else {
        drawLine(of: photo, isHighlighted, names, in: area, of: &content)
      }
    }
  }

  private func drawLine(
    of photo: Photo, _ isHighlighted: Bool, _ names: ShownNames, in area: PickerGeometry.Area,
    of content: inout WindowContent
  ) {
    let mark = photo.number.map { "\($0)" } ?? " "
    var text =
      "\(isHighlighted ? ">" : " ")\(mark.count < 2 ? " " : "")\(mark)  \(names.text(photo.photo.name))"
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
    _ photo: Photo, _ isHighlighted: Bool, _ names: ShownNames, in area: PickerGeometry.Area,
    of content: inout WindowContent
  ) {
    let frame = PickerGeometry.Area(
      row: area.row, column: area.column, rows: area.rows - 1, columns: area.columns)
    let label = photo.number.map { " \($0) " }
    let look: TextStyle = isHighlighted ? .bold : photo.number != nil ? .plain : .dim
    let below = self.label(of: photo, isShort: isShort(area))
    drawFrame(
      frame, isHeavy: isHighlighted, look, above: label, aboveLook: .marked,
      below: below.map { " \($0) " }, belowLook: look == .dim ? .plain : look, in: &content)
    let inside = PickerGeometry.Area(
      row: frame.row + 1, column: frame.column + 1, rows: geometry.pictureRows,
      columns: geometry.pictureColumns)
    draw(photo.tile, in: inside, of: &content)
    var nameLook: TextStyle = isHighlighted ? .reversed : .plain
    if case .broken = photo.tile, !isHighlighted { nameLook = .warning }
    let sign = isHighlighted && !style.hasAttributes ? ">" : ""
    let name = sign + names.text(photo.photo.name)
    content.put(
      name, row: frame.row + frame.rows, column: inside.column,
      width: min(max(DisplayWidth.columns(of: name), 1), inside.columns), style: nameLook)
  }

  /// Whether a tile has little room for what is said of its photo.
  private func isShort(_ area: PickerGeometry.Area) -> Bool {
    area.columns < PickerTexts.repeated.count + 6
  }

  /// How a photo is like others; nil if it isn't.
  private func label(of photo: Photo, isShort: Bool) -> String? {
    if photo.isRepeated, photo.series?.isFolded != true {
      return isShort ? PickerTexts.repeatedShort : PickerTexts.repeated
    }
    return photo.series.map { PickerTexts.series($0, isShort: isShort, isUTF8: style.isUTF8) }
  }

  /// A picture in the middle of an area, or what there is in its place.
  private func draw(_ tile: Tile, in area: PickerGeometry.Area, of content: inout WindowContent) {
    switch tile {
    case .loading:
      content.put(
        "loading", row: area.row + area.rows / 2,
        column: area.column + max(area.columns - 7, 0) / 2,
        width: min(7, area.columns), style: .dim)
    case .broken(let reason, _), .unavailable(let reason):
      put(
        DisplayWidth.rows(of: reason, columns: area.columns, indent: 0), .warning, in: area,
        of: &content)
    case .picture(let picture, let columns, let rows):
      // One that was made for a larger window is about to be replaced.
      guard columns <= area.columns, rows <= area.rows else { return }
      content.put(
        picture, row: area.row + (area.rows - rows) / 2,
        column: area.column + (area.columns - columns) / 2, width: columns)
    }
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

  private func drawScrollBar(in content: inout WindowContent) {
    let area = geometry.scrollBar
    let rowCount = (state.hits.count + geometry.columns - 1) / geometry.columns
    guard rowCount > geometry.rows else { return }
    let length = max(area.rows * geometry.rows / rowCount, 1)
    let start = (area.rows - length) * state.topRow / (rowCount - geometry.rows)
    for row in 0..<area.rows {
      let isThumb = (start..<start + length).contains(row)
      let sign = style.isUTF8 ? (isThumb ? "┃" : "│") : (isThumb ? "#" : "|")
      content.put(
        sign, row: area.row + row, column: area.column, width: 1, style: isThumb ? .plain : .dim)
    }
  }

  private func draw(_ help: PickerHelp, in content: inout WindowContent) {
    let inside = help.area.inside
    let more = help.isAsked ? PickerTexts.scrolledHelp : PickerTexts.moreHelp
    drawFrame(
      help.area, isHeavy: false, .dim, above: " \(PickerTexts.help) ",
      below: help.rows.count > inside.rows ? " \(more) " : nil, in: &content)
    put(help.rows, in: inside, of: &content)
  }

  private func drawHighlighted(
    in area: PickerGeometry.Area, of content: inout WindowContent
  ) {
    drawFrame(area, isHeavy: false, .dim, above: " \(PickerTexts.photo) ", below: nil, in: &content)
    if let highlighted { draw(highlighted, in: area.inside, of: &content) }
  }

  private func drawCollage(in panel: PickerGeometry.Area, of content: inout WindowContent) {
    drawFrame(
      panel, isHeavy: false, .dim, above: " \(PickerTexts.collage) ", below: nil, in: &content)
    let inside = panel.inside
    let rows: Int
    switch collage.content {
    case .rows(let lines): rows = lines.reduce(0) { $0 + $1.height }
    case .failed(let reason):
      let lines = DisplayWidth.rows(of: reason, columns: inside.columns, indent: 0).prefix(
        inside.rows - 1)
      return put(Array(lines), in: inside, of: &content)
    }
    if collage.columns <= inside.columns, rows < inside.rows {
      content.put(
        collage.content, row: inside.row + (inside.rows - 1 - rows) / 2,
        column: inside.column + (inside.columns - collage.columns) / 2, width: collage.columns)
    }
    content.put(
      style.cut(collage.status, columns: inside.columns + 1), row: inside.row + inside.rows - 1,
      column: inside.column,
      width: inside.columns)
  }

  // MARK: Frames

  /// - Parameters:
  ///   - above: a label in the upper line, such as the number under which a photo was chosen.
  ///   - below: one in the lower line.
  private func drawFrame(
    _ area: PickerGeometry.Area, isHeavy: Bool, _ look: TextStyle, above: String?,
    aboveLook: TextStyle = .plain,
    below: String?, belowLook: TextStyle? = nil, in content: inout WindowContent
  ) {
    let lines = FrameLines(isUTF8: style.isUTF8, isHeavy: isHeavy)
    let (right, bottom) = (area.column + area.columns - 1, area.row + area.rows - 1)
    drawLine(lines.top, above, aboveLook, row: area.row, area, look, in: &content)
    for row in area.row + 1..<max(bottom, area.row + 1) {
      for column in [area.column, right] {
        content.put(lines.side, row: row, column: column, width: 1, style: look)
      }
    }
    drawLine(lines.bottom, below, belowLook ?? look, row: bottom, area, look, in: &content)
  }

  private func drawLine(
    _ line: FrameLines.Horizontal, _ label: String?, _ labelLook: TextStyle, row: Int,
    _ area: PickerGeometry.Area,
    _ look: TextStyle, in content: inout WindowContent
  ) {
    let text = label.map { style.cut($0, columns: area.columns - 2) } ?? ""
    let width = DisplayWidth.columns(of: text)
    let start = text.isEmpty ? line.left : line.left + line.middle
    content.put(start, row: row, column: area.column, width: start.count, style: look)
    if !text.isEmpty {
      content.put(text, row: row, column: area.column + start.count, width: width, style: labelLook)
    }
    let rest = max(area.columns - start.count - width - 1, 0)
    content.put(
      String(repeating: line.middle, count: rest) + line.right, row: row,
      column: area.column + start.count + width,
      width: rest + 1, style: look)
  }

  /// Rows of text from the top of an area, as many as there is room for.
  private func put(
    _ rows: [String], _ look: TextStyle = .plain, in area: PickerGeometry.Area,
    of content: inout WindowContent
  ) {
    for (offset, row) in rows.prefix(area.rows).enumerated() {
      content.put(
        row, row: area.row + offset, column: area.column, width: area.columns, style: look)
    }
  }
}
