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
}
