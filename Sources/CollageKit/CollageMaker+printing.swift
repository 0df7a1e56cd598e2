internal import PhotoCodecs

extension CollageMaker {
  /// Nil for a collage that isn't on paper.
  func printLayout(_ options: CollageOptions) throws(CollageError) -> PrintLayout? {
    try rethrowing(PrintLayout(options), CollageError.printing)
  }

  /// Fails if the collage can't be printed as it was asked for, whatever the photos.
  func checkPrint() throws(CollageError) {
    guard let print = try printLayout(options.asMade) else { return }
    try check(print.size)
    if let sheet = print.sheetSize, encoding.format != .pdf { try check(sheet) }
  }
}
