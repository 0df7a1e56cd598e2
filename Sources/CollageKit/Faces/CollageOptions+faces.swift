internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts

extension CollageOptions {
  /// The photos without their bars, if these are to be left out.
  func trimmed(
    _ photos: [Photo], by finder: FaceFinder?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> [Photo] {
    guard trimsBars, let finder else { return photos }
    return try finder.withoutBars(photos, decoding.limits, isCancelled: isCancelled)
  }

  /// The same with what follows from photos: the weights by their stars, and the leader, as below.
  func knowing(
    _ photos: [Photo], by finder: FaceFinder?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> CollageOptions {
    let weights = layout.weighting == .rating ? photos.map(\.owner.impliedWeight) : []
    return try with(\.layout.impliedWeights, weights).choosingLeader(
      of: photos, by: finder, isCancelled: isCancelled)
  }

  /// The same with the photo that `lead` makes larger: the first that shows somebody, else the
  /// first.
  ///
  /// - Parameter finder: nil for the first, whatever photos show.
  /// - Throws: only `cancelled`.
  /// - Cost: where no photo before it declares a face, a search in the first one; where that shows
  ///   nobody, in all others.
  func choosingLeader(
    of photos: [Photo], by finder: FaceFinder?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> CollageOptions {
    guard layout.lead > 1, layout.tree == nil, layout.focus == .auto, let finder else {
      return self
    }
    let placements = estimatedPlacements(of: photos)
    func first(in places: Range<Int>) throws(CollageError) -> Int? {
      let regions = try finder.regions(
        in: Array(placements[places]), decoding.limits, isCancelled: isCancelled)
      return zip(places, regions).first { $1.contains { $0.kind == .face } }?.0
    }
    let others = min(1, photos.count)..<photos.count
    if let leader = try first(in: 0..<others.lowerBound) {
      return with(\.layout.leader, leader)
    }
    return with(\.layout.leader, try first(in: others) ?? 0)
  }

  /// How many photos have faces looked for in them before their layout is chosen. Two have hardly
  /// any choice; among more, no photo is so large or so small that it matters who is on it.
  private static let surveyed = 3...12

  /// Whether faces decide which layout is chosen.
  func choosesLayoutByFaces(of count: Int) -> Bool {
    layout.isSearched && layout.focus == .auto && layout.balance > 0
      && Self.surveyed.contains(count)
  }

  /// Who is in photos, before their layout is chosen. Photos that users crop themselves are
  /// searched as well, so that it is the same layout when a collage is made again from the crops
  /// that it had.
  ///
  /// - Parameter likely: where the photos lie if they show nobody, which is often where they will
  ///   lie: so they are decoded only once, as large as they are drawn. Empty where that isn't known.
  /// - Returns: nil where that doesn't decide the layout.
  /// - Throws: what `likely` throws, `cancelled`, and `photos` where the system failed.
  /// - Cost: a search in each photo that declares no faces and isn't known.
  func survey(
    _ photos: [Photo], by finder: FaceFinder?, isCancelled: @escaping @Sendable () -> Bool,
    likely: () throws(CollageError) -> [Frame]
  ) throws(CollageError) -> FaceSurvey? {
    guard let finder, choosesLayoutByFaces(of: photos.count) else { return nil }
    var survey = FaceSurvey(people: photos.map { _ in nil })
    var places: [Int] = []
    for (place, photo) in photos.enumerated() {
      if let known = recordedPeople?[photo.identity, self[photo: place].turn] {
        survey.people[place] = known.people
      } else {
        places.append(place)
      }
    }
    if places.isEmpty { return survey }
    let placements = estimatedPlacements(of: photos, in: try likely())
    let found = try finder.regions(
      in: places.map { placements[$0] }, decoding.limits, keepsFewPictures: true,
      isCancelled: isCancelled)
    for (place, regions) in zip(places, found) {
      survey.regions[place] = regions
      survey.people[place] = ShownPeople(regions.filter { $0.kind == .face }.map(\.area))
    }
    return survey
  }

  /// What crops of photos should keep, before it is known where they lie; also of those that users
  /// crop themselves.
  ///
  /// - Throws: only `cancelled`, and `photos` where the system failed.
  /// - Cost: a search in each photo that declares no faces and isn't known.
  func regions(
    in photos: [Photo], by finder: FaceFinder, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> [[PhotoRegion]] {
    try finder.regions(
      in: estimatedPlacements(of: photos), decoding.limits, keepsFewPictures: true,
      isCancelled: isCancelled)
  }

  /// In likely frames, else as if the photos shared the canvas: that decides only at which size they
  /// are decoded.
  private func estimatedPlacements(of photos: [Photo], in frames: [Frame] = []) -> [Placement] {
    if frames.count == photos.count {
      return zip(photos, frames).enumerated().map { place, pair in
        Placement(filling: pair.1, with: pair.0, self[photo: place])
      }
    }
    let perSide = max(Double(photos.count).squareRoot().rounded(.up), 1)
    let side = max(layout.longestSide / Int(perSide), 1)
    return photos.enumerated().map { place, photo in
      let size = self[photo: place].turn.orientation.applied(to: photo.size)
      return Placement(
        filling: Frame(size.scaled(toLongSide: side)), with: photo, self[photo: place])
    }
  }
}

extension OwnerFacts {
  /// Each star adds two fifths, so that five make a photo three times as large; a favourite without
  /// stars counts as one with four.
  fileprivate var impliedWeight: Double {
    1 + 0.4 * Double(max(rating ?? (isFavourite ? 4 : 0), 0))
  }
}
