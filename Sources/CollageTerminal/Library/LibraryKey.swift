internal import LineEditing

/// What a key does in the library's panel. Letters and the space bar type into the search, as in
/// the picker.
enum LibraryKey: Hashable {
  case type(String)
  case deleteCharacter
  case deleteWord
  case clearSearch
  /// Moves the highlight by so many collages; up if the number is negative.
  case move(Int)
  case movePages(Int)
  case first
  case last
  case click(row: Int, column: Int)
  /// Moves the highlighted collage to the trash.
  case remove
  /// Brings back what was moved there last.
  case restore
  case help
  case open
  /// Clears the search, or else leaves.
  case escape
  case leave
  case redraw

  /// Nil for a key without meaning here.
  init?(_ key: Key) {
    switch key {
    case .text(let text): self = .type(text)
    case .paste(let text): self = .type(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    case .mouse(let event):
      switch event.action {
      case .press: self = .click(row: event.row, column: event.column)
      case .wheelUp: self = .move(-1)
      case .wheelDown: self = .move(1)
      case .rightPress, .release: return nil
      }
    case .named(.backspace, let modifiers) where !modifiers.isEmpty: self = .deleteWord
    case .character(let character, .control): self.init(Self.controls[character])
    case .named(let name, _): self.init(Self.named[name])
    case .character, .reply: return nil
    }
  }

  private init?(_ key: LibraryKey?) {
    guard let key else { return nil }
    self = key
  }

  private static let controls: [Character: LibraryKey] = [
    "z": .restore, "_": .restore, "c": .leave, "q": .leave, "u": .clearSearch, "w": .deleteWord,
    "h": .deleteCharacter, "l": .redraw, "n": .move(1), "p": .move(-1), "a": .first, "e": .last,
    "j": .open, "m": .open,
  ]

  private static let named: [NamedKey: LibraryKey] = [
    .enter: .open, .escape: .escape, .backspace: .deleteCharacter, .delete: .remove, .up: .move(-1),
    .down: .move(1), .pageUp: .movePages(-1), .pageDown: .movePages(1), .home: .first, .end: .last,
    .function(1): .help,
  ]

  /// In the order of the row of hints, which has as many as fit.
  static let hints = [
    KeyHint("Enter", "open", "open the collage", rank: 1, .named(.enter)),
    KeyHint("Del", "trash", "move it to the trash", rank: 2, .named(.delete)),
    KeyHint("Ctrl-Z", "undo", "bring back what was moved there", rank: 3, .control("z")),
    KeyHint("PgUp/PgDn", "pages", "a page up or down", rank: 6),
    KeyHint("F1", "help", "these keys (or ? before typing)", rank: 5, .named(.function(1))),
    KeyHint("Esc", "back", "clear the search; leave", rank: 4, .named(.escape)),
  ]

  /// The search as it is once this key has changed it; nil for a key that doesn't.
  func edited(_ term: [UInt8]) -> [UInt8]? {
    var text = LosslessText.text(of: term)
    switch self {
    case .type(let typed): return term + LosslessText.bytes(of: typed)
    case .deleteCharacter: _ = text.popLast()
    case .deleteWord:
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { text.removeLast() }
    case .clearSearch: text = ""
    default: return nil
    }
    return LosslessText.bytes(of: text)
  }
}
