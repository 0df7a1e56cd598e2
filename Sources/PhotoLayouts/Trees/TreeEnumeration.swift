/// Every slicing tree of a few photos.
///
/// A tree whose root cuts across is its first part, which does not, and the rest: so each tree
/// occurs just once. In reading order there are 1, 2, 6, 22, 90, 394 trees of one to six photos; in
/// free order 1, 2, 8, 52, 472, 5504, where trees that differ only by swapped parts count as one.
/// With a leader, which may stand at each place among the others in reading order, there are as
/// many times more.
struct TreeEnumeration {
  /// The maximum number of photos; more have too many trees.
  static let maxPhotos = 6

  private var arena: TreeArena
  /// The trees whose root cuts across, for each set of photos; a set has one bit for each photo.
  private var across: [[Int32]]
  private var down: [[Int32]]
  /// The photo that each bit of a set stands for.
  private let photos: [Int32]

  private init(_ arena: TreeArena, _ photos: [Int32]) {
    self.arena = arena
    self.photos = photos
    across = Array(repeating: [], count: 1 << photos.count)
    down = across
  }

  /// The roots of all trees, which are added to the arena. Its nodes begin with the photos.
  ///
  /// - Parameter leader: the place of the photo that may stand anywhere, also in reading order.
  static func roots(
    of count: Int, order: PhotoOrder, leader: Int? = nil, in arena: inout TreeArena
  ) -> [Int32] {
    guard count > 1 else { return [0] }
    let photos = (0..<Int32(count)).map(\.self)
    let inOrder = roots(of: photos, order: order, in: &arena)
    guard order == .kept, let leader else { return inOrder }
    let elsewhere = photos.indices.filter { $0 != leader }.flatMap { place in
      var moved = photos
      moved.insert(moved.remove(at: leader), at: place)
      return roots(of: moved, order: order, in: &arena)
    }
    return inOrder + elsewhere
  }

  private static func roots(
    of photos: [Int32], order: PhotoOrder, in arena: inout TreeArena
  ) -> [Int32] {
    var enumeration = TreeEnumeration(arena, photos)
    let all = (1 << photos.count) - 1
    for set in 1...all where set.nonzeroBitCount > 1 && (order == .free || set.isRun) {
      enumeration.fill(set, order)
    }
    arena = enumeration.arena
    return enumeration.trees(all, rootedIn: .down) + enumeration.trees(all, rootedIn: .across)
  }

  /// Sets are filled in ascending order: a subset is a smaller number.
  private mutating func fill(_ set: Int, _ order: PhotoOrder) {
    for first in Self.firstParts(of: set, order) {
      let rest = set & ~first
      for (kind, other) in [(TreeArena.Kind.across, TreeArena.Kind.down), (.down, .across)] {
        let firsts = trees(first, rootedIn: other)
        var rests = trees(rest, rootedIn: other)
        if rest.nonzeroBitCount > 1 { rests += trees(rest, rootedIn: kind) }
        var joined: [Int32] = []
        for before in firsts {
          for after in rests { joined.append(arena.join(kind, before, after)) }
        }
        if kind == .across { across[set] += joined } else { down[set] += joined }
      }
    }
  }

  /// A single photo has no cut, so it counts as either kind.
  private func trees(_ set: Int, rootedIn kind: TreeArena.Kind) -> [Int32] {
    if set.nonzeroBitCount == 1 { return [photos[set.trailingZeroBitCount]] }
    return kind == .across ? across[set] : down[set]
  }

  /// The possible first parts of a tree: they always contain the lowest photo, and never all.
  private static func firstParts(of set: Int, _ order: PhotoOrder) -> [Int] {
    let lowest = set & -set
    switch order {
    case .kept:
      return (1..<set.nonzeroBitCount).map { count in lowest * ((1 << count) - 1) }
    case .free:
      let others = set & ~lowest
      var parts: [Int] = []
      var chosen = 0
      while chosen != others {
        parts.append(chosen | lowest)
        // The next larger number that has only bits of `others`: the carry runs over the rest.
        chosen = ((chosen | ~others) + 1) & others
      }
      return parts
    }
  }
}

extension Int {
  /// Whether its set bits are contiguous.
  fileprivate var isRun: Bool {
    let shifted = self >> trailingZeroBitCount
    return shifted & (shifted + 1) == 0
  }
}
