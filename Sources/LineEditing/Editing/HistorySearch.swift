/// An incremental search through the history for lines that contain a text, the newest first.
struct HistorySearch: Sendable {
  enum Direction: Hashable, Sendable { case older, newer }

  /// The line as it was before the search.
  let original: EditedLine
  var query = ""
  /// The index of the history line that is shown; nil until one is found.
  var position: Int?
  /// Whether the latest search for the query found nothing.
  var hasFailed = false

  /// The text shown instead of the prompt. A query that is too long loses its beginning.
  func prompt(fitting columns: Int) -> String {
    let (opening, closing) = (hasFailed ? "not in history '" : "history '", "': ")
    let query = VisibleForm.of(query)
    let room = max(columns - opening.utf8.count - closing.utf8.count, 0)
    guard DisplayWidth.columns(of: query) > room else { return opening + query + closing }
    return opening + "<" + DisplayWidth.suffix(of: query, fitting: max(room - 1, 0)) + closing
  }
}

extension LineEditor {
  mutating func beginSearch() -> Outcome {
    search = HistorySearch(original: content)
    return .edited
  }

  /// Ends the search and keeps the line that it found.
  mutating func endSearch() {
    guard let search else { return }
    if !search.query.isEmpty { latestQuery = search.query }
    if let position = search.position {
      navigation.jump(to: position, from: search.original.text, in: history)
    }
    self.search = nil
  }

  /// What a key does during the search. Nil if it ends the search; the key then has its normal
  /// effect.
  mutating func continueSearch(_ command: EditorCommand) -> Outcome? {
    switch command {
    case .insert(let text), .paste(let text): return extendQuery(by: text)
    case .delete(.characterBack): return shortenQuery()
    case .searchOlder: return searchOn(.older)
    case .searchNewer: return searchOn(.newer)
    case .outcome(.redraw): return .redraw
    case .outcome(.suspend): return .suspend
    case .cancel:
      guard let original = search?.original else { return nil }
      search = nil
      show(original)
      return .edited
    default:
      endSearch()
      return nil
    }
  }

  private mutating func extendQuery(by text: String) -> Outcome {
    guard var search, search.query.utf8.count + text.utf8.count <= Self.maxLineBytes else {
      return .bell
    }
    search.query += text
    self.search = search
    return find(.older, from: search.position ?? history.entries.count - 1)
  }

  private mutating func shortenQuery() -> Outcome {
    guard search?.query.popLast() != nil else { return .bell }
    return find(.older, from: history.entries.count - 1)
  }

  private mutating func searchOn(_ direction: HistorySearch.Direction) -> Outcome {
    guard let search else { return .bell }
    guard !search.query.isEmpty else {
      return latestQuery.isEmpty ? .bell : extendQuery(by: latestQuery)
    }
    guard let position = search.position else { return .bell }
    return find(direction, from: direction == .older ? position - 1 : position + 1, otherThan: line)
  }

  /// Shows the nearest line that contains the query, starting at a position.
  private mutating func find(
    _ direction: HistorySearch.Direction, from start: Int, otherThan shown: String? = nil
  ) -> Outcome {
    guard var search else { return .bell }
    defer { self.search = search }
    let hadFailed = search.hasFailed
    guard !search.query.isEmpty else {
      search.position = nil
      search.hasFailed = false
      show(search.original)
      return .edited
    }
    let query = Array(search.query.utf8)
    let entries = history.entries
    let positions =
      direction == .older
      ? Array(entries.indices.prefix { $0 <= start }.reversed())
      : Array(entries.indices.drop { $0 < start })
    for position in positions where shown.map({ !$0.isIdentical(to: entries[position]) }) ?? true {
      let entry = entries[position]
      guard let match = entry.firstOccurrence(of: query) else { continue }
      search.position = position
      search.hasFailed = false
      show(EditedLine(before: String(entry[..<match]), after: String(entry[match...])))
      return .edited
    }
    search.hasFailed = true
    return shown != nil && hadFailed ? .bell : .edited
  }
}

extension String {
  /// The index of the first occurrence of these bytes. A search by characters would be far slower,
  /// and a history may have a million of them.
  fileprivate func firstOccurrence(of bytes: [UInt8]) -> String.Index? {
    guard let first = bytes.first else { return startIndex }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: bytes) { return start }
      rest = rest.dropFirst()
    }
    return nil
  }
}
