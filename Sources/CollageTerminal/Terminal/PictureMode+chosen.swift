internal import TerminalPictures

extension PictureMode {
  /// What the user wants: the option, else what `$COLLAGE_PREVIEW` says; nil to choose
  /// automatically.
  static func chosen(_ option: PictureMode?) throws(CommandFailure) -> PictureMode? {
    if let option { return option }
    guard let word = Environment["COLLAGE_PREVIEW"], word != "on", word != "auto" else {
      return nil
    }
    if let mode = PictureMode(rawValue: word) { return mode }
    throw CommandFailure(
      .usage, "COLLAGE_PREVIEW can't be '\(word.displayedRaw)'; set it to \(names)")
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// All names, for messages.
  package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
