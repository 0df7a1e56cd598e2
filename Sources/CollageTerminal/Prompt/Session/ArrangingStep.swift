internal import CollageKit
internal import Imaging
internal import LineEditing
internal import PhotoLayouts

/// The effect of a key while photos are arranged with keys. Everything except `choose`, `number` and
/// `end` is a step that can be undone.
enum ArrangingStep: Hashable {
  /// Highlights the neighbour in this direction.
  case choose(Direction)
  /// Highlights the photo with this number, from 1.
  case number(Int)
  /// Swaps the highlighted photo with its neighbour in this direction.
  case move(Direction)
  /// Moves the centre of the crop by shares of the photo's width and height.
  case nudge(across: Double, down: Double)
  /// Multiplies the photo's weight.
  case weigh(Double)
  case toggleWhole
  case turn(Turn)
  case remove
  /// Moves on to the layout that is this many ranks further.
  case pick(Int)
  case undo
  case redo
  /// Shows or hides the help.
  case help
  case end

  /// Whether it depends on where the photos are.
  var hasDirection: Bool {
    switch self {
    case .choose, .move: true
    default: false
    }
  }

  /// How far a key moves the focus, as a share of the photo.
  private static let nudge = 0.05

  /// The steps of a key, or of each of several letters that arrived together; nil for one without
  /// an effect.
  static func steps(for key: Key) -> [ArrangingStep?] {
    switch key {
    case .named(let name, let modifiers):
      [step(name, isMoving: !modifiers.isDisjoint(with: [.shift, .alt]))]
    case .text(let text): text.map { letters[$0] ?? number($0) }
    case .control("c"), .control("d"), .control("t"): [.end]
    case .control("z"), .control("_"): [.undo]
    case .control("y"), .control("r"): [.redo]
    default: [nil]
    }
  }

  private static func number(_ digit: Character) -> ArrangingStep? {
    digit.isASCII && digit != "0" ? digit.wholeNumberValue.map { .number($0) } : nil
  }

  private static func step(_ key: NamedKey, isMoving: Bool) -> ArrangingStep? {
    let directions: [NamedKey: Direction] = [.left: .left, .right: .right, .up: .up, .down: .down]
    if let direction = directions[key] { return isMoving ? .move(direction) : .choose(direction) }
    return switch key {
    case .delete, .backspace: .remove
    case .pageUp: .pick(-1)
    case .pageDown: .pick(1)
    case .function(1): .help
    case .enter, .escape: .end
    default: nil
    }
  }

  private static let letters: [Character: ArrangingStep] = [
    "h": .nudge(across: -nudge, down: 0), "l": .nudge(across: nudge, down: 0),
    "k": .nudge(across: 0, down: -nudge),
    "j": .nudge(across: 0, down: nudge), "+": .weigh(1.25), "=": .weigh(1.25),
    "-": .weigh(1 / 1.25),
    "t": .turn(.right), "T": .turn(.left), "w": .toggleWhole, "u": .undo, "r": .redo, "?": .help,
    "q": .end,
  ]

  /// What the keys do, the most useful first.
  static let hints = [
    KeyHint("arrows", "select", "select a photo; 1 to 9 by its number", rank: 3),
    KeyHint("Shift+arrows", "move", "swap with its neighbour; also Alt", rank: 4),
    KeyHint("PgUp/PgDn", "layout", "previous or next layout", rank: 5),
    KeyHint("tT", "turn", "rotate right or left", rank: 6),
    KeyHint("+-", "weight", "make it larger or smaller", rank: 7),
    KeyHint("hjkl", "focus", "move the crop: left, down, up, right", rank: 8),
    KeyHint("w", "whole", "keep it whole, or crop it", rank: 9),
    KeyHint("Del", "remove", "remove it", rank: 10),
    KeyHint("u", "undo", "undo; r redoes", rank: 11),
    KeyHint("Enter", "done", "back to the commands", rank: 1),
    KeyHint("?", "more", "show or hide these keys", rank: 2),
  ]
}
