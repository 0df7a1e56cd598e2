internal import ArgumentParser
internal import TerminalPictures

/// How the user wants pictures to be shown on the terminal.
enum PreviewModeChoice {
  static let help: String =
    "How pictures are shown: kitty, placeholders (kitty inside tmux), iterm2, sixel, blocks, 256, ascii or off; by "
    + "default what the terminal can do, or $COLLAGE_PREVIEW."

  /// The option, else what `$COLLAGE_PREVIEW` says; nil to choose automatically.
  static func mode(_ option: PictureMode?) throws(CommandFailure) -> PictureMode? {
    if let option { return option }
    guard let word = Environment["COLLAGE_PREVIEW"], word != "on", word != "auto" else { return nil }
    guard let mode = PictureMode(rawValue: word) else {
      let words = PictureMode.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure(.usage, "COLLAGE_PREVIEW is '\(word.displayedRaw)'; it can be \(words)")
    }
    return mode
  }
}

extension PictureMode: ExpressibleByArgument {}
