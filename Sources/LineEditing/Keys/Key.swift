/// One thing that came from the terminal: typed text, a key, a paste, or the answer to a question.
package enum Key: Hashable, Sendable {
  /// Printable text, never empty; what came together is together. Bytes that are not UTF-8 are carried as
  /// `LosslessText` says.
  case text(String)
  /// A character with Control or Alt held. With Control a letter is in lower case; Control-Space is "@".
  case character(Character, KeyModifiers)
  case named(NamedKey, KeyModifiers = [])
  /// Pasted text with its line breaks as the terminal sent them: "\r", "\n" or "\r\n".
  case paste(String)
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

/// The keys held down while another is pressed, as far as the terminal tells.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)

  /// From a terminal's parameter: one more than the sum of Shift 1, Alt 2 and Control 4; other bits are left out.
  init(parameter: Int) { rawValue = UInt8(truncatingIfNeeded: max(parameter, 1) - 1) & 7 }
}

/// What a terminal answered to a question about itself.
package enum TerminalReply: Hashable, Sendable {
  /// To a query of the kitty graphics protocol.
  case kittyGraphics(ok: Bool)
  /// The size of a character cell in pixels, neither zero: to `ESC [ 16 t`.
  case cellSize(height: Int, width: Int)
  /// The size of the text area in pixels, neither zero: to `ESC [ 14 t`.
  case areaSize(height: Int, width: Int)
  /// Counted from 1: to `ESC [ 6 n`.
  case cursorPosition(row: Int, column: Int)
  /// The terminal's name and version, as it writes them: to `ESC [ > q`.
  case version(String)
  /// The terminal's class and abilities by number: to `ESC [ c`.
  case deviceAttributes([Int])
  /// An answer that nobody here asked for.
  case other
}
