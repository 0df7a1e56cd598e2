/// The line under a prompt: keys in, a line with a cursor out. A value type that uses no terminal
/// and no file.
package struct LineEditor: Sendable {
  /// The effect of a key, and what the caller has to do.
  package enum Outcome: Hashable, Sendable {
    /// The line, the cursor or the search has changed: show the row again.
    case edited
    /// The line was entered. The editor is empty again, and the line has been added to its history.
    case submitted(String)
    /// Control-C; the line was dropped.
    case interrupted
    /// Control-D on an empty line.
    case endOfInput
    /// Tab: look up `wordUnderCursor` and pass a `Completion` to `complete`.
    case complete
    /// Control-L.
    case redraw
    /// Control-Z.
    case suspend
    /// The key has a meaning but no effect here: nothing to delete, no older line, no room. Nothing
    /// changed.
    case bell
    /// The key has no meaning.
    case ignored
  }

  /// Maximum bytes of a line as UTF-8; text that doesn't fit is rejected.
  package static let maxLineBytes = 1 << 16

  /// The kind of sequence that the latest key belongs to, if the next key may continue it.
  enum Sequence: Hashable, Sendable { case typing, killing }

  package internal(set) var history: History
  var content = EditedLine()
  var navigation = HistoryNavigation()
  var search: HistorySearch?
  var latestQuery = ""
  /// Whether the user sees `suggestion`, so that a movement to the right can accept it; false by
  /// default.
  package var showsSuggestion = false
  private var undoLog = UndoLog()
  private var killed = ""
  private var sequence: Sequence?

  package init(history: History = History()) {
    self.history = history
  }

  /// The line; bytes that are not UTF-8 are encoded as in `LosslessText`, pasted line breaks as
  /// "\n".
  package var line: String { content.text }

  /// The number of grapheme clusters before the cursor.
  package var cursor: Int { content.cursor }

  /// The part of the line that a window of this width, in columns, shows.
  ///
  /// - Parameter prompt: plain text; a search through the history shows its own prompt instead.
  package func view(prompt: String, columns: Int) -> LineView {
    let shown = search?.prompt(fitting: LineView.columnsForPrompt(in: columns)) ?? prompt
    return LineView(
      prompt: shown, clusters: content.clusters, cursor: content.cursor, columns: columns)
  }

  /// What the newest line of the history that begins with this one adds to it. Nil unless the
  /// cursor is at the end of a line that isn't empty, and there is such a line.
  package var suggestion: String? {
    guard showsSuggestion, search == nil, !content.isEmpty, content.after.isEmpty else {
      return nil
    }
    let line = line
    guard let entry = history.entries.last(where: { $0.continues(line, otherThan: line) }) else {
      return nil
    }
    return String(decoding: entry.utf8.dropFirst(line.utf8.count), as: UTF8.self)
  }

  package mutating func apply(_ key: Key) -> Outcome {
    guard let command = EditorCommand(key) else { return .ignored }
    if search != nil, let outcome = continueSearch(command) { return outcome }
    return perform(command)
  }

  private mutating func perform(_ command: EditorCommand) -> Outcome {
    let latest = sequence
    sequence = nil
    switch command {
    case .insert(let text): return insert(text, after: latest)
    case .paste(let text): return paste(text)
    case .move(.characterForward) where suggestion != nil, .move(.lineEnd) where suggestion != nil:
      return insert(suggestion ?? "", after: nil)
    case .move(let motion):
      let target = content.target(of: motion)
      if target == content.cursor, motion != .lineStart, motion != .lineEnd { return .bell }
      content.move(to: target)
      return .edited
    case .delete(let motion):
      let range = content.range(of: motion)
      return range.isEmpty ? .bell : change(range, to: "")
    case .kill(let motion): return kill(motion, after: latest)
    case .yank: return killed.isEmpty || !hasRoom(for: killed) ? .bell : change(here, to: killed)
    case .transpose: return transpose()
    case .changeCase(let letterCase): return changeCase(to: letterCase)
    case .undo: return undo()
    case .older: return recall { $0.older(than: $1, in: $2) }
    case .newer: return recall { $0.newer(than: $1, in: $2) }
    case .oldest: return recall { $0.oldest(from: $1, in: $2) }
    case .newest: return recall { $0.newest(from: $1, in: $2) }
    case .searchOlder: return beginSearch()
    case .searchNewer: return .bell
    case .deleteOrEnd: return content.isEmpty ? .endOfInput : perform(.delete(.characterForward))
    case .cancel: return .bell
    case .submit: return submit()
    case .outcome(.interrupted):
      clear()
      return .interrupted
    case .outcome(let outcome): return outcome
    }
  }

  // MARK: Changing the line

  private var here: Range<Int> { content.cursor..<content.cursor }

  private func hasRoom(for text: String) -> Bool {
    content.byteCount + text.utf8.count <= Self.maxLineBytes
  }

  @discardableResult
  private mutating func change(_ range: Range<Int>, to text: String, continuesStep: Bool = false)
    -> Outcome
  {
    undoLog.append(content.replace(range, with: text), continuesStep: continuesStep)
    return .edited
  }

  private mutating func insert(_ text: String, after latest: Sequence?) -> Outcome {
    guard hasRoom(for: text) else { return .bell }
    sequence = .typing
    // One undo step is a word with the blank before it.
    return change(
      here, to: text, continuesStep: latest == .typing && text.first?.isWhitespace == false)
  }

  private mutating func paste(_ text: String) -> Outcome {
    let text = text.withPlainLineBreaks
    guard !text.isEmpty, hasRoom(for: text) else { return .bell }
    return change(here, to: text)
  }

  private mutating func kill(_ motion: Motion, after latest: Sequence?) -> Outcome {
    let range = content.range(of: motion)
    guard !range.isEmpty else { return .bell }
    let text = String(content.clusters[range])
    // Consecutive kills are joined and yanked together.
    let earlier = latest == .killing ? killed : ""
    killed = motion.isBackward ? text + earlier : earlier + text
    sequence = .killing
    return change(range, to: "")
  }

  private mutating func transpose() -> Outcome {
    let end = min(content.cursor + 1, content.clusters.count)
    guard content.cursor > 0, end >= 2 else { return .bell }
    let pair = content.clusters[end - 2..<end]
    return change(end - 2..<end, to: String(pair.reversed()))
  }

  private mutating func changeCase(to letterCase: EditorCommand.LetterCase) -> Outcome {
    let range = content.range(of: .wordForward)
    let text = String(content.clusters[range])
    let changed =
      switch letterCase {
      case .upper: text.uppercased()
      case .lower: text.lowercased()
      case .capital: text.capitalizedAtFirstLetter
      }
    return range.isEmpty || !hasRoom(for: changed) ? .bell : change(range, to: changed)
  }

  private mutating func undo() -> Outcome {
    let changes = undoLog.popStep()
    for change in changes { content.revert(change) }
    return changes.isEmpty ? .bell : .edited
  }

  // MARK: Lines as a whole

  /// Shows another line instead of this one; clears the undo log.
  mutating func show(_ line: EditedLine) {
    content = line
    undoLog = UndoLog()
    sequence = nil
  }

  private mutating func clear() {
    show(EditedLine())
    navigation = HistoryNavigation()
    search = nil
  }

  private mutating func submit() -> Outcome {
    let line = line
    history.append(line)
    clear()
    return .submitted(line)
  }

  private mutating func recall(_ step: (inout HistoryNavigation, String, History) -> String?)
    -> Outcome
  {
    guard let recalled = step(&navigation, line, history) else { return .bell }
    show(EditedLine(recalled))
    return .edited
  }

  // MARK: Completion

  /// The word to complete.
  package var wordUnderCursor: WordUnderCursor {
    WordUnderCursor(before: String(content.before), after: String(content.after))
  }

  /// Inserts a completion of `wordUnderCursor`; `.bell` if it adds nothing.
  package mutating func complete(with completion: Completion) -> Outcome {
    sequence = nil
    guard let replacement = completion.replacement else { return .bell }
    let word = wordUnderCursor
    let before = word.rawBefore + replacement
    guard before.utf8.count + word.after.utf8.count <= Self.maxLineBytes else { return .bell }
    let completed = EditedLine(before: before, after: word.after)
    change(0..<content.clusters.count, to: completed.text)
    content.move(to: completed.cursor)
    return .edited
  }
}

extension String {
  /// The text with every line break written as "\n", and none at the end.
  fileprivate var withPlainLineBreaks: String {
    var scalars = String.UnicodeScalarView()
    var latest: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\r" || (scalar == "\n" && latest != "\r") {
        scalars.append("\n")
      } else if scalar != "\n" {
        scalars.append(scalar)
      }
      latest = scalar
    }
    while scalars.last == "\n" { scalars.removeLast() }
    return String(scalars)
  }

  fileprivate var capitalizedAtFirstLetter: String {
    guard let first = firstIndex(where: \.isLetter) else { return self }
    return self[..<first] + self[first].uppercased() + self[index(after: first)...].lowercased()
  }
}
