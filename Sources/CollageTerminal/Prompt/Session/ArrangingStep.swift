internal import CollageKit
internal import Imaging
internal import LineEditing
internal import PhotoLayouts

/// The effect of a key while photos are arranged with keys. Everything except `choose`, `number`
/// and `end` is a step that can be undone.
enum ArrangingStep: Hashable {
  /// Highlights the neighbour in this direction.
  case choose(Direction)
  /// Highlights the photo with this number, from 1.
  case number(Int)
  /// Swaps the highlighted photo with its neighbour in this direction.
  case move(Direction)
  /// Moves the centre of the crop by shares of the photo's width and height.
  case nudge(across: Double, down: Double)
  /// Shows the photo larger in its frame, or less large.
  case zoom(isCloser: Bool)
  /// Crops the photo automatically again.
  case cropAutomatically
  /// Makes the photo larger, as far as there is a layout in which it is.
  case enlarge
  case reduce
  /// Takes the photo's own weight away.
  case unweigh
  /// Makes the photo larger than all others.
  case lead
  case toggleWhole
  case turn(Turn)
  case remove
  /// Moves on to the layout that is this many ranks further.
  case pick(Int)
  case undo
  case redo
  /// Shows or hides the help.
  case help
  /// Hides the help; ends the mode where it isn't shown.
  case back
  case end

  /// Whether it depends on where the photos are.
  var needsPlan: Bool {
    switch self {
    case .choose, .move, .nudge, .zoom, .toggleWhole: true
    default: false
    }
  }

  /// How far a key moves the focus, as a share of the photo.
  private static let nudge = 0.05

  /// Nil for a key without an effect.
  init?(_ key: Key) {
    let step: ArrangingStep? =
      switch key {
      case .named(let name, let modifiers):
        Self.step(name, isMoving: !modifiers.isDisjoint(with: [.shift, .alt]))
      case .text(let text): text.first.flatMap { Self.letters[$0] ?? Self.number($0) }
      case .control("c"), .control("d"), .control("t"): .end
      case .control("z"), .control("_"): .undo
      case .control("y"), .control("r"): .redo
      default: nil
      }
    guard let step else { return nil }
    self = step
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
    case .enter: .end
    case .escape: .back
    default: nil
    }
  }

  private static let letters: [Character: ArrangingStep] = [
    "h": .nudge(across: -nudge, down: 0), "l": .nudge(across: nudge, down: 0),
    "k": .nudge(across: 0, down: -nudge),
    "j": .nudge(across: 0, down: nudge), "a": .cropAutomatically,
    "+": .enlarge, "=": .enlarge, "-": .reduce, "0": .unweigh, "L": .lead,
    "z": .zoom(isCloser: true), "Z": .zoom(isCloser: false),
    "t": .turn(.right), "T": .turn(.left), "w": .toggleWhole, "u": .undo, "r": .redo, "?": .help,
    "q": .end,
  ]
}
