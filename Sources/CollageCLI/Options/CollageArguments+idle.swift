internal import CollageKit
internal import CollageTerminal

extension CollageArguments {
  /// Sentences about what was given and changes nothing.
  ///
  /// - Parameter pages: nil for a single collage.
  func idleWarnings(_ maker: CollageMaker, pages: PageOptions? = nil) -> [String] {
    let settings = IdleSettings(maker.options, maker.encoding, pages: pages)
    let weighs = ofPhotos.values.contains { $0.setting.name == "weight" }
    return settings.warnings(overrides)
      + (weighs ? [settings.warningAboutWeights].compactMap(\.self) : [])
  }
}
