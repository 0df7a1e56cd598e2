internal import LineEditing

/// What a key of the picker does.
enum PickerKey: ListKey {
  case edit(SearchEdit)
  case move(ListMove)
  case click(row: Int, column: Int)
  case scroll(Int, row: Int, column: Int)
  case help
  case escape
  case leave
  case redraw
  /// Chooses the highlighted photo, or takes it back, and goes on to the next.
  case mark
  /// The same without going on; what a click does to the photo that it highlights.
  case toggle
  /// Chooses all hits, as far as the rules allow; the second time, takes them back.
  case selectAll
  /// Chooses the best of all hits, as many as the rules still allow; the second time, takes them
  /// back.
  case best
  /// Unfolds the series of the highlighted photo, or folds it again.
  case series
  /// Shows all photos one by one, or folds all series.
  case allSeries
  /// Takes back the highlighted photo, or else the one that was chosen last.
  case takeBack
  /// Shows the photo large that is clicked.
  case rightClick(row: Int, column: Int)
  /// Makes tiles larger or smaller, by so many steps.
  case zoom(Int)
  /// Shows the folder above.
  case folderUp
  /// Shows the highlighted photo's folder.
  case folderDown
  case sort
  /// Searches the web instead of the folders, or the other way round.
  case switchSource
  case searchAgain
  case view
  case finish
  /// Ends with the selected photos and arranges them, as the same key does in the prompt.
  case arrange
  /// What opens the picker elsewhere.
  case pick
  case suspend

  static var enter: PickerKey { .finish }

  static func own(_ key: Key) -> PickerKey? {
    switch key {
    case .mouse(let event) where event.action == .rightPress:
      .rightClick(row: event.row, column: event.column)
    // Many terminals keep Ctrl-+ and Ctrl-- for themselves, all deliver them with Alt.
    case .character("+", _), .character("=", _): .zoom(1)
    case .character("-", _), .control("_"): .zoom(-1)
    case .character("b", .alt): .best
    case .character("o", .alt): .allSeries
    case .character("s", .alt): .series
    case .character(let character, .control): controls[character]
    case .named(.tab, .shift): .takeBack
    case .named(.tab, _): .mark
    case .named(.left, .alt), .named(.up, .alt): .folderUp
    case .named(.right, .alt), .named(.down, .alt): .folderDown
    case .named(.left, _): .move(.items(-1))
    case .named(.right, _): .move(.items(1))
    default: nil
    }
  }

  private static let controls: [Character: PickerKey] = [
    "a": .selectAll, "b": .move(.items(-1)), "f": .move(.items(1)), "g": .switchSource,
    "o": .pick, "r": .searchAgain, "s": .sort, "t": .arrange, "v": .view, "z": .suspend,
  ]

  /// Whether it acts on a hit that the user wants, rather than on the search.
  var choosesHit: Bool {
    switch self {
    case .mark, .toggle, .selectAll, .series, .click, .rightClick, .view, .finish: true
    default: false
    }
  }

  /// Whether it marks the highlighted photo, whose header must be known for that.
  var marksHit: Bool { [.mark, .toggle].contains(self) }

  /// In the order of the row of hints, which has as many as fit.
  ///
  /// - Parameters:
  ///   - onSeries: whether the highlighted photo has similar ones.
  ///   - arranges: whether the photos can be arranged afterwards.
  static func hints(
    onWeb: Bool, searches: Bool, onSeries: Bool = false, arranges: Bool = false
  ) -> [KeyHint] {
    let arranging = KeyHint(
      "Ctrl-T", "arrange", "use the selected photos and arrange them", rank: 10, .control("t"))
    let first = [
      KeyHint("Tab", "select", "select or deselect", rank: 1, .named(.tab)),
      searches
        ? KeyHint("Enter", "search", "search the web for the words", rank: 2, .named(.enter))
        : KeyHint("Enter", "done", "use the selected photos", rank: 2, .named(.enter)),
    ]
    let ofSource =
      onWeb
      ? [
        KeyHint("Ctrl-R", "again", "search again", rank: 9, .control("r")),
        KeyHint("Ctrl-G", "folders", "back to your folders", rank: 6, .control("g")),
      ]
      : [
        KeyHint("Ctrl-S", "sort", "by date, name, folder", rank: 6, .control("s")),
        KeyHint("Ctrl-G", "web", "search the web", rank: 8, .control("g")),
        KeyHint("Alt-Left", "up", "the parent folder", rank: 13, .named(.left, .alt)),
        KeyHint("Alt-Right", "into", "the photo's folder", rank: 14, .named(.right, .alt)),
      ]
    let all = [
      KeyHint("Ctrl-V", "view", "one photo large", rank: 7, .control("v")),
      KeyHint("Ctrl-A", "all", "select all; again: none", rank: 15, .control("a")),
    ]
    let series = [
      KeyHint("Alt-B", "best", "select best; again: none", rank: 9, .alt("b")),
      KeyHint("Alt-S", "similar", "show/fold similar photos", rank: onSeries ? 5 : 10, .alt("s")),
      KeyHint("Alt-O", "one by one", "the same for all photos", rank: 17, .alt("o")),
    ]
    let last = arranges ? [arranging] : []
    return first + ofSource + all + (onWeb ? [] : series) + last + [
      KeyHint("Shift-Tab", "deselect", "deselect this or the last", rank: 11, .named(.tab, .shift)),
      KeyHint("Alt-+ Alt--", "size", "tile size", rank: 12),
      KeyHint("PgUp/PgDn", "pages", "a page up or down", rank: 16),
      KeyHint("F1", "help", "more help (or ? before typing)", rank: 3, .named(.function(1))),
      KeyHint("Esc", "back", "clear the search; leave", rank: 4, .named(.escape)),
    ]
  }

  /// The same while one photo is shown large.
  static func largeHints(_ turnsPhotos: Bool) -> [KeyHint] {
    let turn = KeyHint("tT", "turn", "rotate right or left", rank: 4)
    return [
      KeyHint("Tab", "select", "select or deselect", rank: 2, .named(.tab)),
      KeyHint("left/right", "other photos", "previous or next photo", rank: 3),
    ] + (turnsPhotos ? [turn] : []) + [
      KeyHint("Esc", "back", "back to all photos", rank: 1, .named(.escape))
    ]
  }
}
