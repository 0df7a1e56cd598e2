internal import ArgumentParser
internal import TerminalPictures

extension PictureMode: ExpressibleByArgument {
  static let help: String =
    "How pictures are shown: kitty, placeholders (kitty inside tmux), iterm2, sixel, blocks, 256, ascii or off; by "
    + "default what the terminal can do, or $COLLAGE_PREVIEW."

  /// The mode that the user wants: that of the option, else of `$COLLAGE_PREVIEW`; nil to choose
  /// automatically.
  static func chosen(_ option: PictureMode?) throws(CommandFailure) -> PictureMode? {
    if let option { return option }
    guard let word = Environment["COLLAGE_PREVIEW"], word != "on", word != "auto" else {
      return nil
    }
    if let mode = PictureMode(rawValue: word) { return mode }
    throw CommandFailure(.usage, "COLLAGE_PREVIEW is '\(word.displayedRaw)'; it can be \(names)")
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// All names, for messages.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
