internal import CollageKit
internal import LineEditing
internal import SystemPackage

/// Everything that the library's panel shows, and the window's content made of it. A value without
/// behaviour.
struct LibraryPanelView {
  let geometry: LibraryGeometry
  let style: TerminalStyle
  let state: LibraryPanelState
  /// The library's folder.
  let folder: FilePath
  /// The highlighted collage's picture; nil for none.
  let picture: Tile?
  /// What the user should know, until the next key; nil for nothing.
  let message: String?
  let showsHelp: Bool

  func content() -> WindowContent {
    var content = WindowContent(geometry.size, hasAttributes: style.hasAttributes)
    drawSearch(in: &content)
    let isListHidden = showsHelp && geometry.details == nil
    if !isListHidden { drawList(in: &content) }
    if showsHelp {
      drawHelp(in: &content)
    } else if let entry = state.highlightedEntry {
      drawPicture(in: &content)
      drawDetails(of: entry, in: &content)
    }
    drawLastRows(in: &content)
    return content
  }

  // MARK: Rows of text

  private func drawSearch(in content: inout WindowContent) {
    let width = geometry.size.columns
    let label = "search: "
    let status = LibraryTexts.status(state, in: folder, separator: style.separator)
    let statusWidth = min(DisplayWidth.columns(of: status), width / 2)
    let term = VisibleForm.of(LosslessText.text(of: state.term))
    let room = max(width - statusWidth - label.count - 3, 8)
    let shown = String(DisplayWidth.suffix(of: term, fitting: room))
    content.put(label, row: 0, width: label.count, style: .dim)
    content.put(shown, row: 0, column: label.count, width: room + 1, style: .bold)
    if label.count + room + 2 <= width - statusWidth {
      content.put(
        style.cut(status, columns: statusWidth + 1), row: 0, column: width - statusWidth,
        style: .dim)
    }
    content.cursor = WindowContent.Cursor(
      row: 0, column: label.count + DisplayWidth.columns(of: shown))
  }

  private func drawLastRows(in content: inout WindowContent) {
    let columns = geometry.size.columns
    let known = state.highlightedEntry.map { entry in
      geometry.details == nil
        ? facts(of: entry) : UserFolders.abbreviated(entry.listed.asset.path)
    }
    content.put(
      style.cut(message ?? known ?? "", columns: columns), row: geometry.factsRow,
      style: message == nil ? .plain : .bold)
    content.put(
      KeyHint.row(LibraryKey.hints, columns: columns - 1), row: geometry.keysRow, style: .dim)
  }

  /// "beach.jpg, sea.jpg · 2 photos · 2400x1236 · 842 kB · 2f9c41d0"
  private func facts(of entry: CollageEntry) -> String {
    let names = entry.summary.map { LibraryTexts.names(of: $0) }
    return
      ([names].compactMap(\.self) + LibraryTexts.facts(of: entry)
      + [LibraryTexts.shortID(entry.listed.asset)]).joined(separator: style.separator)
  }

  // MARK: The list

  private func drawList(in content: inout WindowContent) {
    let area = geometry.list
    guard !state.page.isEmpty else {
      let text = LibraryTexts.nothing(state, in: folder)
      return put(
        DisplayWidth.rows(of: text, columns: area.columns, indent: 0),
        in: LibraryGeometry.Area(
          row: area.row + 1, column: 0, rows: area.rows - 1, columns: area.columns), of: &content)
    }
    for (index, place) in state.page.enumerated() {
      let row = area.row + index * geometry.rowsPerCollage
      draw(place, row: row, in: &content)
    }
    drawScrollBar(in: &content)
  }

  /// A collage's title or names with its date, and a second row with what else is known.
  private func draw(_ place: Int, row: Int, in content: inout WindowContent) {
    let entry = state[hit: place]
    let isHighlighted = place == state.highlighted
    let columns = geometry.list.columns
    let name = state.isRead(hit: place) ? LibraryTexts.name(of: entry) : LibraryTexts.unread
    let date = columns >= 36 ? entry.listed.dateText : ""
    let room = columns - (date.isEmpty ? 0 : date.count + 2)
    let first = style.cut((isHighlighted ? "> " : "  ") + name, columns: room + 1)
    let gap = String(
      repeating: " ", count: max(columns - DisplayWidth.columns(of: first) - date.count, 0))
    content.put(
      first + gap + date, row: row, width: columns, style: isHighlighted ? .reversed : .bold)
    guard geometry.rowsPerCollage > 1 else { return }
    let other =
      entry.summary?.title == nil
      ? LibraryTexts.shortID(entry.listed.asset) : entry.summary.map(LibraryTexts.names(of:)) ?? ""
    let facts = (LibraryTexts.facts(of: entry) + [other]).joined(separator: style.separator)
    content.put(
      style.cut("  " + facts, columns: columns + 1), row: row + 1, width: columns, style: .dim)
  }

  private func drawScrollBar(in content: inout WindowContent) {
    let (count, size) = (state.hits.count, geometry.pageSize)
    guard count > size else { return }
    let area = geometry.list
    let length = max(area.rows * size / count, 1)
    let start = (area.rows - length) * state.top / (count - size)
    for row in 0..<area.rows {
      let isThumb = (start..<start + length).contains(row)
      let sign = style.isUTF8 ? (isThumb ? "┃" : "│") : (isThumb ? "#" : "|")
      content.put(
        sign, row: area.row + row, column: area.columns, width: 1, style: isThumb ? .plain : .dim)
    }
  }

  // MARK: The highlighted collage

  private func drawPicture(in content: inout WindowContent) {
    guard let area = geometry.picture, let picture else { return }
    switch picture {
    case .loading: break
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

  private func drawDetails(of entry: CollageEntry, in content: inout WindowContent) {
    guard let area = geometry.details else { return }
    let title = entry.summary?.title.map { Array($0.utf8).displayed }
    let names = entry.summary.map { LibraryTexts.names(of: $0) } ?? LibraryTexts.noRecipe
    let facts =
      LibraryTexts.facts(of: entry)
      + [entry.listed.dateText, LibraryTexts.shortID(entry.listed.asset)]
    let last = DisplayWidth.rows(
      of: facts.joined(separator: style.separator), columns: area.columns, indent: 0)
    let first = [title, names].compactMap(\.self).flatMap {
      DisplayWidth.rows(of: $0, columns: area.columns, indent: 0)
    }
    put(Array(first.prefix(max(area.rows - last.count, 1))) + last, in: area, of: &content)
  }

  private func drawHelp(in content: inout WindowContent) {
    let column = geometry.picture?.column ?? 0
    let area = LibraryGeometry.Area(
      row: 1, column: column, rows: max(geometry.size.rows - 3, 1),
      columns: geometry.size.columns - column - 1)
    content.put(LibraryTexts.help, row: 1, column: column, width: area.columns, style: .bold)
    put(
      LibraryTexts.help(columns: area.columns),
      in: LibraryGeometry.Area(
        row: 2, column: column, rows: area.rows - 1, columns: area.columns), of: &content)
  }

  /// Rows of text from the top of an area, as many as there is room for.
  private func put(
    _ rows: [String], _ look: TextStyle = .plain, in area: LibraryGeometry.Area,
    of content: inout WindowContent
  ) {
    for (offset, row) in rows.prefix(area.rows).enumerated() {
      content.put(
        style.cut(row, columns: area.columns + 1), row: area.row + offset, column: area.column,
        width: area.columns, style: look)
    }
  }
}
