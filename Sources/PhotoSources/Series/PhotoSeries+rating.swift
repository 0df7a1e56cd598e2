internal import PhotoCodecs

extension PhotoSeries {
  /// - Parameter members: indices in ascending order, at least one.
  init(_ members: [Int], of photos: [SeriesPhoto]) {
    let usual = UsualExposure(of: members.map { photos[$0] })
    // What the owner said comes before all that can be measured.
    let preference = members.map { photos[$0].owner.preference }.max() ?? 0
    let preferred = members.filter { photos[$0].owner.preference == preference }
    // Photos that can be compared at the largest scale come first.
    let order = preferred.sorted { (photos[$0].traits.scale, $0) < (photos[$1].traits.scale, $1) }
    let best = Self.best(of: order) {
      PhotoRating(photos[$0], against: photos[$1], usual).advantage > 0
    }
    self.best = best
    others = members.filter { $0 != best }.map { index in
      let rating = PhotoRating(photos[best], against: photos[index], usual)
      return Other(index: index, reasons: rating.reasons)
    }
    let first = members.filter { photos[$0].moment != nil }.min { one, two in
      (photos[one].unreliability, photos[one].time ?? 0)
        < (photos[two].unreliability, photos[two].time ?? 0)
    }
    moment = first.flatMap { photos[$0].moment }
    time = first.flatMap { photos[$0].time }
  }

  /// How many photos are compared with each other at most.
  private static let maxRivals = 12

  /// The photo that is left when each one is compared with the best before it. If others are better
  /// than that, because a first photo can be better than a second, the second than a third and the
  /// third than the first, it is the one of them that is better than most of them.
  private static func best(of members: [Int], isBetter: (Int, Int) -> Bool) -> Int {
    let last = members.dropFirst().reduce(members[0]) { isBetter($1, $0) ? $1 : $0 }
    let rivals = members.filter { $0 != last && isBetter($0, last) }.prefix(maxRivals) + [last]
    let wins = rivals.map { first in rivals.count { $0 != first && isBetter(first, $0) } }
    return rivals[wins.firstIndex(of: wins.max()!)!]
  }
}

extension OwnerFacts {
  /// How much its owner likes a photo: by stars, then favourites; below zero if it is rejected.
  package var preference: Int { 2 * (rating ?? 0) + (isFavourite ? 1 : 0) }
}

extension SeriesPhoto {
  /// Above zero if its time is guessed from its name, more if it is that of its file.
  fileprivate var unreliability: Int {
    switch moment?.source {
    case .name: 1
    case .file, nil: 2
    default: 0
    }
  }
}
