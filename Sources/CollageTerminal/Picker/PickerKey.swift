internal import CollageKit
internal import LineEditing
internal import PhotoLayouts

/// What a key of the picker does. Letters and the space bar type into the search, as in other fuzzy
/// finders.
enum PickerKey: Hashable {
  case type(String)
  case deleteCharacter
  case deleteWord
  case clearSearch
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
  case move(Direction)
  case pageUp
  case pageDown
  case first
  case last
  case click(row: Int, column: Int)
  /// Shows the photo large that is clicked.
  case rightClick(row: Int, column: Int)
  /// At a place of the window.
  case scroll(Direction, row: Int, column: Int)
  /// Makes tiles larger or smaller, by so many steps.
  case zoom(Int)
  /// Shows the folder above.
  case folderUp
  /// Shows the highlighted photo's folder.
  case folderDown
  /// Shows keys and search words, then more of them, then none.
  case help
  case sort
  /// Searches the web instead of the folders, or the other way round.
  case switchSource
  case searchAgain
  case view
  case finish
  /// Clears the search, or else leaves.
  case escape
  case leave
  case redraw
  case suspend

  /// Nil for a key without meaning here.
  init?(_ key: Key) {
    switch key {
    case .text(let text): self = .type(text)
    case .paste(let text): self = .type(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    case .mouse(let event):
      switch event.action {
      case .press: self = .click(row: event.row, column: event.column)
      case .rightPress: self = .rightClick(row: event.row, column: event.column)
      case .wheelUp: self = .scroll(.up, row: event.row, column: event.column)
      case .wheelDown: self = .scroll(.down, row: event.row, column: event.column)
      case .release: return nil
      }
    // Many terminals keep Ctrl-+ and Ctrl-- for themselves, all deliver them with Alt.
    case .character("+", _), .character("=", _): self = .zoom(1)
    case .character("-", _), .control("_"): self = .zoom(-1)
    case .character("o", .alt): self = .allSeries
    case .character(let character, .control): self.init(Self.controls[character])
    case .named(.tab, .shift): self = .takeBack
    case .named(.left, .alt), .named(.up, .alt): self = .folderUp
    case .named(.right, .alt), .named(.down, .alt): self = .folderDown
    case .named(.function(1), _): self = .help
    case .named(.backspace, let modifiers) where !modifiers.isEmpty: self = .deleteWord
    case .named(let name, _): self.init(Self.named[name])
    case .character, .reply: return nil
    }
  }

  private init?(_ key: PickerKey?) {
    guard let key else { return nil }
    self = key
  }

  private static let controls: [Character: PickerKey] = [
    "s": .sort, "g": .switchSource, "r": .searchAgain, "v": .view, "c": .leave, "q": .leave,
    "u": .clearSearch,
    "w": .deleteWord, "h": .deleteCharacter, "l": .redraw, "z": .suspend, "n": .move(.down),
    "p": .move(.up),
    "b": .move(.left), "f": .move(.right), "a": .selectAll, "e": .last, "j": .finish, "m": .finish,
    "t": .best, "o": .series,
  ]

  private static let named: [NamedKey: PickerKey] = [
    .enter: .finish, .tab: .mark, .escape: .escape, .backspace: .deleteCharacter, .up: .move(.up),
    .down: .move(.down), .left: .move(.left), .right: .move(.right), .pageUp: .pageUp,
    .pageDown: .pageDown,
    .home: .first, .end: .last,
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
  /// - Parameter onSeries: whether the highlighted photo has similar ones.
  static func hints(onWeb: Bool, searches: Bool, onSeries: Bool = false) -> [KeyHint] {
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
      KeyHint("Ctrl-T", "best", "select best; again: none", rank: 9, .control("t")),
      KeyHint(
        "Ctrl-O", "similar", "show/fold similar photos", rank: onSeries ? 5 : 10, .control("o")),
      KeyHint("Alt-O", "one by one", "the same for all photos", rank: 17, .alt("o")),
    ]
    return first + ofSource + all + (onWeb ? [] : series) + [
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
