internal import ArgumentParser
internal import TerminalPictures

extension PictureMode: ExpressibleByArgument {
  static let help: String =
    "How to show pictures: kitty, placeholders (kitty inside tmux), iterm2, sixel, blocks, 256, "
    + "ascii or off; by default $COLLAGE_PREVIEW, or the best that the terminal can do."
}
