internal import Imaging
internal import PhotoLayouts

extension CollageMaker {
  /// The names of the settings that were to change the layout of these photos, and change nothing:
  /// weights, a lead, whole photos.
  ///
  /// - Cost: a search for a layout for each such setting that isn't the default.
  package func idleSettings(of plan: CollagePlan) -> [String] {
    guard plan.template == nil else { return [] }
    let photos = plan.placements.map(\.photo)
    // Without looking for faces once more.
    let known = try? made.options.knowing(photos, by: nil, isCancelled: { false })
    var options = known ?? made.options
    // The placements' photos are turned already.
    for place in options.photos.indices { options.photos[place].turn = .none }
    let defaults = PhotoOptions()
    let settings: [(name: String, isChosen: Bool, drop: (inout CollageOptions) -> Void)] = [
      (
        "weight",
        options.layout.weighting == .rating
          || options.photos.contains { $0.weight != defaults.weight },
        { options in
          options.layout.impliedWeights = []
          for place in options.photos.indices { options.photos[place].weight = defaults.weight }
        }
      ),
      ("lead", options.layout.lead != LayoutOptions().lead, { $0.layout.lead = 1 }),
      (
        "keep-whole", options.photos.contains(where: \.keepsWhole),
        { options in
          for place in options.photos.indices { options.photos[place].keepsWhole = false }
        }
      ),
      ("fit", options.layout.fit == .whole, { $0.layout.fit = .fill }),
    ]
    return settings.filter(\.isChosen).map { setting in
      var others = options
      setting.drop(&others)
      return layout(of: photos, options) == layout(of: photos, others) ? setting.name : nil
    }
    .compactMap(\.self)
  }

  /// Without texts, which are the same for all.
  private func layout(of photos: [Photo], _ options: CollageOptions) -> CollageLayout? {
    let request = LayoutRequest(photos.map(\.size), options, nil)
    let choice = try? CollagePlan.choice(
      request, threads: context.resources.jobs, context.resources.memory, isCancelled: { false })
    return choice.flatMap { options.layout.pick <= $0.count ? $0[options.layout.pick - 1] : nil }
  }
}
