internal import CollageKit
internal import LineEditing
internal import SystemPackage
internal import TerminalPictures

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
  /// Whether the cursor stands in the search; else it stands on the highlighted collage, where
  /// screen readers and magnifiers follow it.
  let isTyping: Bool

  func content() -> WindowContent {
    var content = WindowContent(geometry.size, hasAttributes: style.hasAttributes)
    searchLine.draw(in: &content)
    let isListHidden = showsHelp && geometry.details == nil
    if !isListHidden { drawList(in: &content) }
    if showsHelp {
      drawHelp(in: &content)
    } else if let entry = state.highlightedEntry {
      drawPicture(in: &content)
      drawDetails(of: entry, in: &content)
    }
    footer.draw(in: &content, style)
    if !isTyping, !isListHidden, let highlighted = state.list.highlighted,
      state.list.page.contains(highlighted)
    {
      let index = highlighted - state.list.page.lowerBound
      content.cursor = WindowContent.Cursor(
        row: geometry.list.row + index * geometry.rowsPerCollage, column: geometry.list.column)
    }
    return content
  }

  // MARK: Rows of text

  private var searchLine: SearchLine {
    let status = LibraryTexts.status(state, in: folder, separator: style.separator)
    return SearchLine(state.term, status: status, columns: geometry.size.columns, style)
  }

  var footer: ListFooter {
    let known = state.highlightedEntry.map { entry in
      geometry.details == nil
        ? facts(of: entry) : UserFolders.abbreviated(entry.listed.asset.path)
    }
    return ListFooter(
      facts: known ?? "", message: message, messageLook: .bold, hints: LibraryHints.all)
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
    guard !state.list.page.isEmpty else {
      return content.put(
        paragraph: LibraryTexts.nothing(state, in: folder),
        in: area.part(fromRow: 1, rows: area.rows - 1))
    }
    for (index, place) in state.list.page.enumerated() {
      let row = area.row + index * geometry.rowsPerCollage
      draw(place, row: row, in: &content)
    }
    content.putScrollBar(of: state.list, in: geometry.scrollBar, isUTF8: style.isUTF8)
  }

  /// A collage's title or names with its date, and a second row with what else is known.
  private func draw(_ place: Int, row: Int, in content: inout WindowContent) {
    let entry = state[hit: place]
    let isHighlighted = place == state.list.highlighted
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
    let names = entry.summary.flatMap { $0.title == nil ? nil : LibraryTexts.names(of: $0) }
    let facts =
      (LibraryTexts.facts(of: entry)
      + [LibraryTexts.shortID(entry.listed.asset), names].compactMap(\.self))
      .joined(separator: style.separator)
    content.put(
      style.cut("  " + facts, columns: columns + 1), row: row + 1, width: columns, style: .dim)
  }

  // MARK: The highlighted collage

  private func drawPicture(in content: inout WindowContent) {
    guard let area = geometry.picture, let picture else { return }
    if case .loading = picture { return }
    content.put(picture, in: area)
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
    content.put(Array(first.prefix(max(area.rows - last.count, 1))) + last, in: area)
  }

  private func drawHelp(in content: inout WindowContent) {
    let column = geometry.picture?.column ?? 0
    let area = CellArea(
      row: TerminalSize.firstListRow, column: column, rows: geometry.size.listRows,
      columns: geometry.size.columns - column - 1)
    content.put(ListHelp.title, row: area.row, column: column, width: area.columns, style: .bold)
    content.put(
      LibraryTexts.help(columns: area.columns), in: area.part(fromRow: 1, rows: area.rows - 1))
  }
}
