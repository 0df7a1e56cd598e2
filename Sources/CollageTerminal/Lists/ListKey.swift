internal import LineEditing

/// What a key does in a list. Letters and the space bar type into the search, as in other fuzzy
/// finders. A list adds meanings of its own.
protocol ListKey: Hashable {
  static func edit(_ edit: SearchEdit) -> Self
  static func move(_ move: ListMove) -> Self
  static func click(row: Int, column: Int) -> Self
  /// The wheel at a place of the window: so many rows down, or up if the number is negative.
  static func scroll(_ rows: Int, row: Int, column: Int) -> Self
  /// What Enter does.
  static var enter: Self { get }
  /// Clears the search, or else leaves.
  static var escape: Self { get }
  static var leave: Self { get }
  static var help: Self { get }
  static var redraw: Self { get }

  /// The meaning of a key in this list only; nil if it has none, or the same as in all lists.
  static func own(_ key: Key) -> Self?
}

extension ListKey {
  /// Nil for a key without meaning here.
  init?(_ key: Key) {
    guard let meaning = Self.own(key) ?? Self.common(key) else { return nil }
    self = meaning
  }

  private static func common(_ key: Key) -> Self? {
    switch key {
    case .text(let text): .edit(.type(text))
    case .paste(let text): .edit(.type(DroppedFile(text)?.searchText ?? oneLine(text)))
    case .mouse(let event): common(event)
    case .named(.backspace, let modifiers) where !modifiers.isEmpty: .edit(.deleteWord)
    case .character(let character, .control): control(character)
    case .named(let name, _): named(name)
    case .character, .reply: nil
    }
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  private static func common(_ event: MouseEvent) -> Self? {
    switch event.action {
    case .press: .click(row: event.row, column: event.column)
    case .wheelUp: .scroll(-1, row: event.row, column: event.column)
    case .wheelDown: .scroll(1, row: event.row, column: event.column)
    case .rightPress, .release: nil
    }
  }

  private static func control(_ character: Character) -> Self? {
    switch character {
    case "c", "q": .leave
    case "e": .move(.last)
    case "h": .edit(.deleteCharacter)
    case "j", "m": .enter
    case "l": .redraw
    case "n": .move(.rows(1))
    case "p": .move(.rows(-1))
    case "u": .edit(.clear)
    case "w": .edit(.deleteWord)
    default: nil
    }
  }

  private static func named(_ name: NamedKey) -> Self? {
    switch name {
    case .enter: .enter
    case .escape: .escape
    case .backspace: .edit(.deleteCharacter)
    case .up: .move(.rows(-1))
    case .down: .move(.rows(1))
    case .pageUp: .move(.pages(-1))
    case .pageDown: .move(.pages(1))
    case .home: .move(.first)
    case .end: .move(.last)
    case .function(1): .help
    default: nil
    }
  }
}
