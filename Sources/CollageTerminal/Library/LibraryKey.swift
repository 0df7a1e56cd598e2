internal import LineEditing

/// What a key does in the library's panel.
enum LibraryKey: ListKey {
  case edit(SearchEdit)
  case move(ListMove)
  case click(row: Int, column: Int)
  case help
  case escape
  case leave
  case redraw
  /// Moves the highlighted collage to the trash.
  case remove
  /// Brings back what was moved there last.
  case restore
  case open
  /// Opens the highlighted collage and arranges its photos.
  case arrange
  /// Leaves the panel for the picker.
  case pick

  static var enter: LibraryKey { .open }

  /// The wheel moves the highlight, wherever the pointer is.
  static func scroll(_ rows: Int, row: Int, column: Int) -> LibraryKey { .move(.rows(rows)) }

  static func own(_ key: Key) -> LibraryKey? {
    switch key {
    case .control("z"), .control("_"): .restore
    case .control("a"): .move(.first)
    case .control("o"): .pick
    case .control("t"): .arrange
    case .named(.delete, _): .remove
    default: nil
    }
  }

  /// In the order of the row of hints, which has as many as fit.
  static let hints = [
    KeyHint("Enter", "open", "open the collage", rank: 1, .named(.enter)),
    KeyHint("Del", "trash", "move it to the trash", rank: 2, .named(.delete)),
    KeyHint("Ctrl-Z", "undo", "bring back what was moved there", rank: 3, .control("z")),
    KeyHint("Ctrl-T", "arrange", "open it and arrange its photos", rank: 7, .control("t")),
    KeyHint("Ctrl-O", "pick", "pick photos instead", rank: 8, .control("o")),
    KeyHint("PgUp/PgDn", "pages", "a page up or down", rank: 6),
    KeyHint("F1", "help", "these keys (or ? before typing)", rank: 5, .named(.function(1))),
    KeyHint("Esc", "back", "clear the search; leave", rank: 4, .named(.escape)),
  ]
}
