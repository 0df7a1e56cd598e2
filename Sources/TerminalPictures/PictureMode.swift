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
  /// A dumb terminal gets no picture, because none could be replaced. Otherwise the mode that the
  /// user requested takes precedence over everything detected, even inside a multiplexer.
  package static func chosen(for capabilities: TerminalCapabilities) -> PictureMode {
    if capabilities.isDumb { return .off }
    if let mode = capabilities.requestedMode { return mode }
    if capabilities.multiplexer == nil {
      if capabilities.answersKitty { return .kitty }
      if capabilities.showsInlineImages { return .iterm2 }
      if capabilities.answersSixel { return .sixel }
    }
    if capabilities.multiplexer == .tmux, capabilities.answersKitty { return .kittyPlaceholders }
    if capabilities.isColourUnwanted || !capabilities.isUTF8 { return .ascii }
    if capabilities.hasTrueColour { return .blocks24 }
    return capabilities.hasPalette ? .blocks256 : .ascii
  }
}
