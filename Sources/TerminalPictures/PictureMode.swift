/// How a picture is shown in a terminal. The raw value is the word that the user types.
package enum PictureMode: String, Hashable, Sendable, CaseIterable {
  /// The kitty graphics protocol: true pixels.
  case kitty
  /// The kitty graphics protocol through tmux, with placeholders in the text: true pixels.
  case kittyPlaceholders = "placeholders"
  /// The inline images of iTerm2: true pixels.
  case iterm2
  /// Sixels: true pixels in 256 colours.
  case sixel
  /// Quadrant blocks, each in two of 16,777,216 colours.
  case blocks24 = "blocks"
  /// Quadrant blocks, each in two of the 240 fixed colours of a 256-colour terminal.
  case blocks256 = "256"
  /// Characters without colour.
  case ascii
  /// No picture.
  case off

  /// The best mode that the terminal is known to support.
  ///
  /// A dumb terminal gets no picture, because none could be replaced. Otherwise the mode that the user requested takes
  /// precedence over everything detected, even inside a multiplexer.
  package static func chosen(for facts: TerminalCapabilities) -> PictureMode {
    if facts.isDumb { return .off }
    if let mode = facts.requestedMode { return mode }
    if facts.multiplexer == nil {
      if facts.answersKitty { return .kitty }
      if facts.showsInlineImages { return .iterm2 }
      if facts.answersSixel { return .sixel }
    }
    if facts.multiplexer == .tmux, facts.answersKitty { return .kittyPlaceholders }
    if facts.isColourUnwanted || !facts.isUTF8 { return .ascii }
    if facts.hasTrueColour { return .blocks24 }
    return facts.hasPalette ? .blocks256 : .ascii
  }
}
