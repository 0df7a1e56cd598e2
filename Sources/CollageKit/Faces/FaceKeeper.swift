internal import PhotoCodecs
internal import PhotoLayouts

/// Places photos in layouts so that no faces are cut. Searches for faces only in photos that are
/// cropped considerably.
struct FaceKeeper {
  /// A layout with its photos.
  struct Arrangement {
    let layout: CollageLayout
    let placements: [Placement]
    let measures: LayoutMeasures
    /// The layout's rank, from 1.
    let pick: Int

    /// What it does to faces, the worst first; what is known of them decides.
    var faceLoss: FaceLoss {
      FaceLoss(
        cut: placements.map(\.cutFaces).reduce(0, +),
        crowded: placements.map(\.crowdedFaces).reduce(0, +), hasEmptyHero: hasEmptyHero)
    }

    /// Whether one photo is much larger than all others, and shows nobody, though another does.
    private var hasEmptyHero: Bool {
      func showsFaces(_ placement: Placement) -> Bool {
        placement.regions.contains { $0.kind == .face }
      }
      let bySize = placements.sorted { $0.frame.size.pixels > $1.frame.size.pixels }
      guard bySize.count > 1, placements.contains(where: showsFaces), !showsFaces(bySize[0]) else {
        return false
      }
      return Double(bySize[0].frame.size.pixels)
        > FaceKeeper.heroRatio * Double(bySize[1].frame.size.pixels)
    }
  }

  /// What a layout does to faces; less is better.
  struct FaceLoss: Comparable {
    let cut: Int
    let crowded: Int
    let hasEmptyHero: Bool

    private var rank: (Int, Int, Int) { (cut, crowded, hasEmptyHero ? 1 : 0) }

    static let none = FaceLoss(cut: 0, crowded: 0, hasEmptyHero: false)

    static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }
  }

  /// How many layouts are tried in place of the best one.
  private static let maxTried = 32
  /// How much more of a photo another layout may crop on average, as a share of it.
  private static let maxMoreCrop = 0.01
  /// The factor by which sizes may be more uneven in another layout.
  private static let maxUnevenness = 1.5

  private let photos: [Photo]
  private let options: CollageOptions
  private let weights: [Double]
  /// Nil to crop in the middle.
  private let finder: FaceFinder?
  private let isCancelled: @Sendable () -> Bool
  /// The known regions of photos, by index.
  private var regions: [Int: [PhotoRegion]] = [:]

  init(
    _ photos: [Photo], _ options: CollageOptions, _ request: LayoutRequest, _ finder: FaceFinder?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.photos = photos
    self.options = options
    weights = request.shapes.map(\.weight)
    self.finder = options.layout.focus == .auto ? finder : nil
    self.isCancelled = isCancelled
  }

  mutating func arranged(_ layout: CollageLayout, pick: Int) throws(CollageError) -> Arrangement {
    let draft = arrangement(layout, pick)
    guard let finder else { return draft }
    let unknown = photos.indices.filter { place in
      regions[place] == nil && options[photo: place].focus == nil
        && draft.placements[place].losesMuch
    }
    if unknown.isEmpty { return draft }
    let found = try finder.regions(
      in: unknown.map { draft.placements[$0].photo }, options.decoding.limits,
      isCancelled: isCancelled)
    regions.merge(zip(unknown, found)) { $1 }
    return arrangement(layout, pick)
  }

  /// The first layout that cuts no face, among those that crop about as little as the best one; if
  /// there is none, the one that cuts the fewest.
  mutating func best(
    of choice: LayoutChoice, insteadOf first: Arrangement
  ) throws(CollageError) -> Arrangement {
    var best = first
    var pick = 2
    while best.faceLoss > .none, pick <= min(choice.count, Self.maxTried) {
      if isCancelled() { throw .cancelled }
      defer { pick += 1 }
      guard let layout = choice[pick - 1] else { continue }
      let other = try arranged(layout, pick: pick)
      if other.faceLoss < best.faceLoss { best = other }
    }
    return best
  }

  /// Keeps the regions that are known.
  private func arrangement(_ layout: CollageLayout, _ pick: Int) -> Arrangement {
    let placements = zip(photos, layout.frames).enumerated().map { place, photo in
      Placement(
        filling: photo.1, with: photo.0, options[photo: place], options.colour.fidelity,
        keeping: regions[place] ?? [])
    }
    return Arrangement(
      layout: layout, placements: placements,
      measures: LayoutMeasures(placements, emptyShare: layout.emptyShare, weights: weights),
      pick: pick)
  }
}
