internal import Imaging
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

    var faceLoss: FaceLoss { FaceLoss(placements) }
  }

  /// How many layouts are tried if the best one cuts faces.
  private static let maxTried = 32
  /// How much larger than the smallest photo the largest may be in a layout that cuts fewer faces,
  /// but still some.
  private static let maxUnevenness = 5.0
  /// How many are tried if it cuts none, but gives them no room, or shows somebody else large.
  private static let maxTriedForRoom = 10
  /// How much more of a photo may be cropped on average so that faces get room, as a share of it.
  private static let maxCropForRoom = 0.05
  /// The factor by which sizes may be more uneven for it.
  private static let maxUnevennessForRoom = 1.5
  /// The share of its area that a photo with faces keeps at least.
  private static let minAreaForRoom = 0.8

  private let photos: [Photo]
  private let options: CollageOptions
  private let weights: [Double]
  /// Nil to crop in the middle.
  private let finder: FaceFinder?
  private let isCancelled: @Sendable () -> Bool
  /// The known regions of photos, by index.
  private var regions: [Int: [PhotoRegion]]

  /// - Parameter known: the regions of photos that are known already, by index.
  init(
    _ photos: [Photo], _ options: CollageOptions, _ request: LayoutRequest, _ finder: FaceFinder?,
    knowing known: [Int: [PhotoRegion]] = [:], isCancelled: @escaping @Sendable () -> Bool
  ) {
    regions = known
    self.photos = photos
    self.options = options
    weights = request.shapes.map(\.weight)
    self.finder = options.layout.focus == .auto ? finder : nil
    self.isCancelled = isCancelled
  }

  /// - Parameter early: draws photos in which faces were looked for; nil to draw none.
  mutating func arranged(
    _ layout: CollageLayout, pick: Int, drawing early: (any DraftDrawing)? = nil
  ) throws(CollageError) -> Arrangement {
    var draft = arrangement(layout, pick)
    let cropped = photos.indices.filter {
      draft.placements[$0].mayCrowdFaces || draft.placements[$0].nearCut != .none
        || draft.placements[$0].frame.opening?.shape != nil
    }
    if try look(for: cropped, in: draft, drawing: early) { draft = arrangement(layout, pick) }
    // Before it is blamed for showing nobody.
    if let hero = FaceLoss.emptyHero(draft.placements), try look(for: [hero], in: draft) {
      draft = arrangement(layout, pick)
    }
    return draft
  }

  /// Looks for faces in photos for which that wasn't done yet, and which users haven't cropped
  /// themselves; returns whether there are such photos.
  private mutating func look(
    for places: [Int], in draft: Arrangement, drawing early: (any DraftDrawing)? = nil
  ) throws(CollageError) -> Bool {
    let unknown = places.filter { regions[$0] == nil && options[photo: $0].focus == nil }
    guard let finder, !unknown.isEmpty else { return false }
    early?.begin(draft.placements, on: draft.layout.canvas)
    let found = try finder.regions(
      in: unknown.map { draft.placements[$0] }, options.decoding.limits,
      isCancelled: isCancelled
    ) { [self] index, regions, spare in
      let place = unknown[index]
      let placement = placement(place, in: draft.layout, keeping: regions)
      // Then there will probably be another layout.
      if mayChange, FaceLoss([placement]) > .none { early?.stop() }
      early?.draw(place, placement, spare, isCancelled: isCancelled)
    }
    regions.merge(zip(unknown, found)) { $1 }
    return true
  }

  /// The best-ranked of the layouts that do the least harm to faces; if it can be, one in which
  /// the sizes still follow people.
  ///
  /// - Parameter first: the best layout.
  mutating func best(
    of choice: LayoutChoice, insteadOf first: Arrangement
  ) throws(CollageError) -> Arrangement {
    guard first.faceLoss > .none else { return first }
    let others = choice[1..<max(min(choice.count, Self.maxTried), 1)]
    let following = others.map { layout in
      layout.flatMap { followsPeople($0.frames, first) ? $0 : nil }
    }
    let best = try best(of: following, insteadOf: first)
    return best.faceLoss.cut == 0 ? best : try self.best(of: others, insteadOf: first)
  }

  /// - Parameter others: in order of rank, from the second on; nil for those that aren't tried.
  private mutating func best(
    of others: [CollageLayout?], insteadOf first: Arrangement
  ) throws(CollageError) -> Arrangement {
    var best = first
    // What becomes known in one layout counts in those after it, so only after the last layout that
    // may be chosen is there nothing to look for.
    let triedForRoom = others.prefix(Self.maxTriedForRoom - 1).lastIndex { layout in
      layout.map { isAffordable(arrangement($0, 0), first) } ?? false
    }
    for (place, layout) in zip(others.indices, others) {
      let isForRoom = best.faceLoss.cut == 0
      if isForRoom, best.faceLoss == .none || place > triedForRoom ?? -1 { break }
      if isCancelled() { throw .cancelled }
      guard let layout else { continue }
      let other = try arranged(layout, pick: place + 2)
      if other.faceLoss < best.faceLoss, isWorth(other, insteadOf: best, first) { best = other }
    }
    return best
  }

  /// Whether what a layout does for faces is worth what it costs: that nobody is cut is worth
  /// anything.
  private func isWorth(
    _ other: Arrangement, insteadOf best: Arrangement, _ first: Arrangement
  ) -> Bool {
    if other.faceLoss.cut < best.faceLoss.cut {
      return other.faceLoss.cut == 0 || other.measures.sizeRatio <= Self.maxUnevenness
    }
    return isAffordable(other, first)
  }

  /// Whether a layout costs no more than room for faces is worth: it is read as well, its edges
  /// meet as well, and sizes follow people as well.
  private func isAffordable(_ other: Arrangement, _ first: Arrangement) -> Bool {
    let (measures, before) = (other.measures, first.measures)
    return measures.meanCrop <= before.meanCrop + Self.maxCropForRoom
      && measures.sizeRatio <= before.sizeRatio * Self.maxUnevennessForRoom
      && measures.inversions <= before.inversions
      && measures.nearlyMeetingEdges <= before.nearlyMeetingEdges
      && followsPeople(other.layout.frames, first)
  }

  /// Whether a photo that leads still does, and no photo with faces is much smaller.
  ///
  /// - Parameter frames: of the other layout.
  private func followsPeople(_ frames: [Frame], _ first: Arrangement) -> Bool {
    (Set(weights).count < 2 || Self.largest(of: frames) == Self.largest(of: first.layout.frames))
      && !shrinksFaces(frames, first)
  }

  /// Whether a photo with faces would be much smaller among the others.
  private func shrinksFaces(_ frames: [Frame], _ first: Arrangement) -> Bool {
    let (shares, before) = (Self.shares(of: frames), Self.shares(of: first.layout.frames))
    return first.placements.indices.contains { place in
      first.placements[place].showsFaces
        && shares[place] < before[place] * Self.minAreaForRoom
    }
  }

  /// How much of the area of all photos each one has.
  private static func shares(of frames: [Frame]) -> [Double] {
    let areas = frames.map { Double($0.photoSize.pixels) }
    let all = areas.reduce(0, +)
    return areas.map { $0 / all }
  }

  /// The place of the photo that is the largest.
  private static func largest(of frames: [Frame]) -> Int? {
    let sizes = frames.map(\.photoSize.pixels)
    return sizes.indices.max { sizes[$0] < sizes[$1] }
  }

  /// Whether another layout than the first may be taken.
  private var mayChange: Bool {
    options.pictures.template == nil && options.layout.mayChangeForFaces
  }

  private func arrangement(_ layout: CollageLayout, _ pick: Int) -> Arrangement {
    let placements = placements(in: layout)
    return Arrangement(
      layout: layout, placements: placements, measures: measures(of: placements, in: layout),
      pick: pick)
  }

  private func measures(of placements: [Placement], in layout: CollageLayout) -> LayoutMeasures {
    LayoutMeasures(placements, in: layout, weights: weights)
  }

  /// Keeps the regions that are known.
  private func placements(in layout: CollageLayout) -> [Placement] {
    zip(photos.indices, layout.frames).map { place, _ in
      placement(place, in: layout, keeping: regions[place] ?? [])
    }
  }

  private func placement(
    _ place: Int, in layout: CollageLayout, keeping regions: [PhotoRegion]
  ) -> Placement {
    let zone = options.safeZone(of: layout.canvas)
    let frame = layout.frames[place]
    return Placement(
      filling: frame, with: photos[place], options[photo: place], options.colour.fidelity,
      keeping: regions, awayFrom: zone.insets(of: frame.bounds))
  }
}
