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
}
