internal import LineEditing

/// What a key of the picker does. Letters and the space bar type into the search, as in other fuzzy finders.
enum PickerKey: Hashable {
  enum Direction: Hashable {
    case left, right, up, down
  }

  case type(String)
  case deleteCharacter
  case deleteWord
  case clearSearch
  /// Chooses the highlighted photo, or takes it back, and goes on to the next.
  case mark
  /// The same without going on; what a click does to the photo that it highlights.
  case toggle
  /// Takes back the highlighted photo, or else the one that was chosen last.
  case takeBack
  case move(Direction)
  case pageUp
  case pageDown
  case first
  case last
  case click(row: Int, column: Int)
  case scroll(Direction)
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
      case .wheelUp: self = .scroll(.up)
      case .wheelDown: self = .scroll(.down)
      }
    case .character(let character, .control): self.init(control: character)
    case .named(.tab, .shift): self = .takeBack
    case .named(.backspace, let modifiers) where !modifiers.isEmpty: self = .deleteWord
    case .named(let name, _): self.init(name)
    case .character, .reply: return nil
    }
  }

  private init?(control character: Character) {
    switch character {
    case "s": self = .sort
    case "g": self = .switchSource
    case "r": self = .searchAgain
    case "v": self = .view
    case "c", "q": self = .leave
    case "u": self = .clearSearch
    case "w": self = .deleteWord
    case "h": self = .deleteCharacter
    case "l": self = .redraw
    case "z": self = .suspend
    case "n": self = .move(.down)
    case "p": self = .move(.up)
    case "b": self = .move(.left)
    case "f": self = .move(.right)
    case "a": self = .first
    case "e": self = .last
    case "j", "m": self = .finish
    default: return nil
    }
  }

  private init?(_ name: NamedKey) {
    switch name {
    case .enter: self = .finish
    case .tab: self = .mark
    case .escape: self = .escape
    case .backspace: self = .deleteCharacter
    case .up: self = .move(.up)
    case .down: self = .move(.down)
    case .left: self = .move(.left)
    case .right: self = .move(.right)
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .home: self = .first
    case .end: self = .last
    case .delete, .insert, .function: return nil
    }
  }

  /// Whether it acts on a hit that the user wants, rather than on the search.
  var choosesHit: Bool {
    switch self {
    case .mark, .toggle, .click, .view, .finish: true
    default: false
    }
  }

  /// Whether it marks the highlighted photo, whose header must be known for that.
  var marksHit: Bool {
    switch self {
    case .mark, .toggle: true
    default: false
    }
  }

  /// The keys that the last row lists, in its order, the less important with the higher ranks.
  static func hints(onWeb: Bool) -> [(text: String, rank: Int)] {
    [
      ("Tab choose", 1), ("Enter done", 2), onWeb ? ("Ctrl-R again", 7) : ("Ctrl-S sort", 4),
      onWeb ? ("Ctrl-G folders", 4) : ("Ctrl-G web", 6), ("Ctrl-V view", 5), ("Shift-Tab take back", 8),
      ("PgUp/PgDn pages", 9), ("Esc back", 3),
    ]
  }

  /// The same while one photo is shown large.
  static func largeHints(_ turnsPhotos: Bool) -> [(text: String, rank: Int)] {
    [("Tab choose", 2), ("left/right other photos", 3)] + (turnsPhotos ? [("tT turn", 4)] : []) + [("Esc back", 1)]
  }
}
