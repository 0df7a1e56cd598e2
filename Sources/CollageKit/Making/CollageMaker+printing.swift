internal import PhotoCodecs
internal import PhotoLayouts

extension CollageMaker {
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
    for size in try output().sizes { try check(size, hasGains: hasGains) }
  }
}
