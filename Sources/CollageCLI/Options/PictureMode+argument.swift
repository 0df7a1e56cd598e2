internal import ArgumentParser
internal import TerminalPictures

extension PictureMode: ExpressibleByArgument {
  static let help: String =
    "How pictures are shown: kitty, placeholders (kitty inside tmux), iterm2, sixel, blocks, 256, ascii or off; by "
    + "default what the terminal can do, or $COLLAGE_PREVIEW."
}
