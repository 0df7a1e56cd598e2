/// Trees of any number of photos, by dynamic programming: for every run of photos the most even tree of each proportion,
/// made of those of every two runs that it can be cut into.
///
/// The time grows with the cube of the number of photos up to `longestRun`, beyond that with the number itself: longer runs
/// are made of blocks.
struct SlicingTreeSolver {
  /// The longest run that is cut everywhere.
  private static let longestRun = 24

  private var arena: TreeArena
  private var considered = 0
  private let isCancelled: () -> Bool

  /// The roots of the best trees found, one for each proportion, and how many joins of two trees were looked at.
  ///
  /// - Parameters:
  ///   - photos: in what order the trees have them.
  ///   - isCancelled: asked for every run; once it says so, any tree will do.
  static func roots(
    of photos: [Int32], in arena: inout TreeArena, isCancelled: () -> Bool = { false }
  ) -> (roots: [Int32], considered: Int) {
    withoutActuallyEscaping(isCancelled) { isCancelled in
      var programme = SlicingTreeSolver(arena: arena, isCancelled: isCancelled)
      let frontier = programme.frontier(of: photos.map { Frontier($0, in: programme.arena) })
      arena = programme.arena
      return (frontier.roots, programme.considered)
    }
  }

  private init(arena: TreeArena, isCancelled: @escaping () -> Bool) {
    self.arena = arena
    self.isCancelled = isCancelled
  }

  private mutating func frontier(of parts: [Frontier]) -> Frontier {
    guard parts.count > Self.longestRun else { return cutEverywhere(parts, .whole) }
    let blocks = max((parts.count + Self.longestRun / 2) / Self.longestRun, 2)
    let cuts = (0...blocks).map { $0 * parts.count / blocks }
    return frontier(of: zip(cuts, cuts.dropFirst()).map { cutEverywhere(Array(parts[$0..<$1]), .part) })
  }

  /// - Parameter resolution: of the whole; runs of its parts have that of parts.
  private mutating func cutEverywhere(_ parts: [Frontier], _ resolution: FrontierBuilder.Resolution) -> Frontier {
    let count = parts.count
    // The run from `first` of `length` parts is at `first`, of the runs of that length.
    var runs: [[Frontier]] = [[], parts]
    for length in 2..<max(count + 1, 2) {
      var frontiers: [Frontier] = []
      for first in 0...(count - length) {
        if isCancelled() { return parts[0] }
        var builder = FrontierBuilder(length == count ? resolution : .part)
        for cut in 1..<length { builder.consider(runs[cut][first], runs[length - cut][first + cut]) }
        considered += builder.considered
        frontiers.append(builder.frontier(in: &arena))
      }
      runs.append(frontiers)
    }
    return runs[count][0]
  }
}
