internal import PhotoCodecs
internal import PhotoLayouts

extension CollageMaker {
  /// Nil for a collage that isn't on paper.
  func printLayout() throws(CollageError) -> PrintLayout? {
    try rethrowing(PrintLayout(made), CollageError.printing)
  }

  /// Fails if the collage can't be printed as it was asked for, whatever the photos.
  ///
  /// - Parameter hasGains: whether photos have HDR that is kept.
  func checkPrint(hasGains: Bool = false) throws(CollageError) {
    // A template that wasn't read yet may say on what paper it lies.
    if let template = options.pictures.template, template.template == nil,
      options.layout.canvas == .auto
    {
      return
    }
    guard let print = try printLayout() else { return }
    try check(print.size, hasGains: hasGains)
    if let sheet = print.sheetSize, !encoding.format.hasPaper {
      try check(sheet, hasGains: hasGains)
    }
  }
}
