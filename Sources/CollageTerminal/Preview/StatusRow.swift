internal import CollageKit
internal import PhotoCodecs
internal import PhotoLayouts
internal import SafeText

/// The row below the preview: layout and rank, canvas, worst crop, and every setting that differs
/// from the default.
enum StatusRow {
  /// Nil without photos.
  ///
  /// - Parameters:
  ///   - separator: goes between the parts.
  ///   - plan: the layout of the selection, or why there is none; nil if that isn't known yet.
  ///   - format: what a save would write; nil where nothing is saved.
  static func text(
    of selection: Selection, _ plan: Result<CollagePlan, CollageError>?,
    savedAs format: OutputFormat? = nil, separator: String
  ) -> String? {
    if selection.photos.isEmpty { return nil }
    let options = selection.options
    var parts: [String] = []
    switch plan {
    case .success(let plan):
      parts.append(
        name(of: options) + (plan.choices > 1 ? " \(options.layout.pick)/\(plan.choices)" : ""))
      parts.append("\(plan.layout.canvas)")
      parts.append(crop(of: plan.placements))
      if let format { parts += losses(of: plan.placements, in: format) }
    case .failure, nil: parts += [name(of: options), options.layout.canvasText]
    }
    return (parts + differences(of: options.withoutFound, photos: selection.count))
      .joined(separator: separator)
  }

  /// "mosaic", "template strip.png".
  private static func name(of options: CollageOptions) -> String {
    guard let template = options.pictures.template else { return options.layout.shownName }
    return "template " + (template.address.name?.displayed ?? template.address.displayed)
  }

  /// "crops nothing", "crops 8%", or "crops 2% (photo 4: 5%)": the mean, and the photo that loses
  /// most if it loses more.
  private static func crop(of placements: [Placement]) -> String {
    let shares = placements.map(\.croppedShare)
    guard let worst = shares.indices.max(by: { shares[$0] < shares[$1] }), shares[worst] >= 0.005
    else {
      return "crops nothing"
    }
    let mean = shares.reduce(0, +) / Double(shares.count)
    let (usual, most) = (percent(mean), percent(shares[worst]))
    return "crops \(usual)" + (most == usual ? "" : " (photo \(worst + 1): \(most))")
  }

  /// What a save would lose: "photo 2 enlarged 3.1×", "no HDR in PNG".
  private static func losses(of placements: [Placement], in format: OutputFormat) -> [String] {
    let enlarged = placements.indices.filter { placements[$0].enlargement > 2 }
    var losses: [String] = []
    if let most = enlarged.max(by: { placements[$0].enlargement < placements[$1].enlargement }) {
      let times = "\(placements[most].enlargement.text(decimals: 1))×"
      losses.append(
        enlarged.count == 1
          ? "photo \(most + 1) enlarged \(times)"
          : "\(enlarged.count) photos enlarged, photo \(most + 1) \(times)")
    }
    if !format.hasGainMap, placements.contains(where: \.photo.header.hasHDR) {
      losses.append("no HDR in \(format.name)")
    }
    return losses
  }

  /// "crops nothing", "crops 5 %".
  static func cropped(_ share: Double) -> String {
    share < 0.005 ? "crops nothing" : "crops \(percent(share))"
  }

  private static func percent(_ share: Double) -> String {
    share > 0 && share < 0.005 ? "under 1%" : "\(Int((share * 100).rounded()))%"
  }

  /// "photo 2: weight 3", "look film", "gap 1%"; without what the row shows elsewhere, and what the
  /// look decides.
  private static func differences(of options: CollageOptions, photos: Int) -> [String] {
    let ofPhotos = (0..<photos).compactMap { place -> String? in
      let differing = Self.differences(of: options[photo: place])
      return differing.isEmpty ? nil : "photo \(place + 1): " + differing.joined(separator: ", ")
    }
    let shown = ["canvas", "layout", "pick", "template"]
    var styled = CollageOptions()
    options.look?.apply(to: &styled)
    let differing = Setting<CollageOptions>.all.filter { setting in
      !shown.contains(setting.name) && setting.text(options) != setting.text(styled)
    }
    return ofPhotos + (options.look.map { ["look \($0.name)"] } ?? [])
      + differing.map { phrase($0, options) }
  }

  /// "turn right", "weight 3": the settings of one photo that differ from the defaults.
  static func differences(of options: PhotoOptions) -> [String] {
    Setting<PhotoOptions>.all.filter { $0.text(options) != $0.text(PhotoOptions()) }.map {
      phrase($0, options)
    }
  }

  /// "gap 1%", "any-count", "exact off".
  static func phrase<Options>(_ setting: Setting<Options>, _ options: Options) -> String {
    let text = setting.text(options)
    if setting.form.isFlag, text == "on" { return setting.name }
    return "\(setting.name) \(text == nil ? "default" : setting.displayedText(options))"
  }
}
