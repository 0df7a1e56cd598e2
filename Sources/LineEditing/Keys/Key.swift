/// One input from the terminal: typed text, a key, a paste, or the reply to a query.
package enum Key: Hashable, Sendable {
  /// Printable text, never empty; text that arrived together stays together. Bytes that are not
  /// UTF-8 are encoded as in `LosslessText`.
  case text(String)
  /// A character with Control or Alt held. With Control, letters are lower case; Control-Space is
  /// "@".
  case character(Character, KeyModifiers)
  case named(NamedKey, KeyModifiers = [])
  /// Pasted text with the line breaks that the terminal sent: "\r", "\n" or "\r\n".
  case paste(String)
  case mouse(MouseEvent)
  case reply(TerminalReply)

  package static func control(_ character: Character) -> Key { .character(character, .control) }
  package static func alt(_ character: Character) -> Key { .character(character, .alt) }
}

/// A key that is not a character.
package enum NamedKey: Hashable, Sendable {
  case enter, tab, backspace, delete, insert, escape
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 is 1.
  case function(Int)
}

/// The modifier keys held while another key is pressed, as far as the terminal reports them.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)

  /// From a terminal's parameter: 1 plus the sum of Shift 1, Alt 2 and Control 4; other bits are
  /// ignored.
  init(parameter: Int) { rawValue = UInt8(truncatingIfNeeded: max(parameter, 1) - 1) & 7 }
}

/// A press or release of a mouse button or a step of its wheel, as terminals report them after `ESC
/// [ ? 1006 h`.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press
    case rightPress
    /// The left button was released.
    case release
    case wheelUp
    case wheelDown
  }

  package let action: Action
  /// From 0 at the window's top.
  package let row: Int
  /// From 0 at the window's left.
  package let column: Int
}

/// A terminal's reply to a query about itself.
package enum TerminalReply: Hashable, Sendable {
  /// The answer to a query of the kitty graphics protocol.
  case kittyGraphics(ok: Bool)
  /// The size of a character cell in pixels, both above 0: the answer to `ESC [ 16 t`.
  case cellSize(height: Int, width: Int)
  /// The position of the cursor, counted from 1: the answer to `ESC [ 6 n`.
  case cursorPosition(row: Int, column: Int)
  /// The terminal's name and version, in its own words: the answer to `ESC [ > q`.
  case version(String)
  /// The terminal's class and abilities, as numbers: the answer to `ESC [ c`.
  case deviceAttributes([Int])
  /// How bright the background is, 0 to 1: the answer to `ESC ] 11 ; ? BEL`.
  case background(brightness: Double)
  /// An answer to a query that was never sent.
  case other
}
