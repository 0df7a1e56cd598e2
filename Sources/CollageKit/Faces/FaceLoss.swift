internal import Imaging
internal import PhotoCodecs

/// What an arrangement does to the faces that are known; less is better. A person that is cut away
/// is worse than any crop of what is around people.
struct FaceLoss: Comparable {
  /// Faces that are cut.
  let cut: Int
  /// Faces that are whole, but have no room around them.
  let crowded: Int
  /// Whether one photo is much larger than all others and shows nobody, though another one does.
  let hasEmptyHero: Bool

  static let none = FaceLoss(cut: 0, crowded: 0, hasEmptyHero: false)

  /// How many times larger than the next one a photo must be to be noticed first.
  private static let heroRatio = 1.3

  private var rank: (Int, Int, Int) { (cut, crowded, hasEmptyHero ? 1 : 0) }

  static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }
}

extension FaceLoss {
  init(_ placements: [Placement]) {
    cut = placements.map(\.cutFaces).reduce(0, +)
    crowded = placements.map(\.crowdedFaces).reduce(0, +)
    hasEmptyHero = Self.emptyHero(placements) != nil
  }

  /// The place of a photo that is much larger than all others and shows nobody that is known,
  /// though another one does; nil if there is none.
  static func emptyHero(_ placements: [Placement]) -> Int? {
    guard placements.contains(where: \.showsFaces) else { return nil }
    let sizes = placements.map { Double($0.frame.photoSize.pixels) }
    let bySize = sizes.indices.sorted { sizes[$0] > sizes[$1] }
    guard bySize.count > 1, sizes[bySize[0]] > heroRatio * sizes[bySize[1]] else { return nil }
    let hero = bySize[0]
    return placements[hero].showsFaces ? nil : hero
  }
}

extension Placement {
  /// Whether faces are known in the photo: because they were looked for, or its file declares them.
  package var showsFaces: Bool {
    (regions + photo.header.declaredRegions).contains { $0.kind == .face }
  }
}
