/// Builds trees of any number of photos by dynamic programming: for every run of photos, the most
/// even tree of each ratio, joined from the trees of two shorter runs.
///
/// The time grows with the cube of the number of photos up to `longestRun`. Longer lists are
/// divided into blocks, so that it grows linearly.
struct SlicingTreeSolver {
  /// The longest run for which every cut is tried.
  private static let longestRun = 24

  private var arena: TreeArena
  private var considered = 0
  private let isCancelled: () -> Bool

  /// The roots of the best trees found, one for each ratio, and how many joins were considered.
  ///
  /// - Parameters:
  ///   - photos: in the order in which the trees contain them.
  ///   - isCancelled: called for every run.
  static func roots(
    of photos: [Int32], in arena: inout TreeArena, isCancelled: () -> Bool = { false }
  ) throws(LayoutCancelled) -> (roots: [Int32], considered: Int) {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(LayoutCancelled) in
      var programme = SlicingTreeSolver(arena: arena, isCancelled: isCancelled)
      let frontier = try programme.frontier(of: photos.map { Frontier($0, in: programme.arena) })
      arena = programme.arena
      return (frontier.roots, programme.considered)
    }
  }

  private mutating func frontier(of parts: [Frontier]) throws(LayoutCancelled) -> Frontier {
    guard parts.count > Self.longestRun else { return try cutEverywhere(parts, .whole) }
    let blocks = max((parts.count + Self.longestRun / 2) / Self.longestRun, 2)
    let cuts = (0...blocks).map { $0 * parts.count / blocks }
    var joined: [Frontier] = []
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      joined.append(try cutEverywhere(Array(parts[start..<end]), .part))
    }
    return try frontier(of: joined)
  }

  /// - Parameter resolution: that of the whole run; shorter runs use the resolution of parts.
  private mutating func cutEverywhere(
    _ parts: [Frontier], _ resolution: FrontierBuilder.Resolution
  ) throws(LayoutCancelled) -> Frontier {
    let count = parts.count
    // `runs[length][first]` is the run of `length` parts that starts at `first`.
    var runs: [[Frontier]] = [[], parts]
    for length in 2..<max(count + 1, 2) {
      var frontiers: [Frontier] = []
      for first in 0...(count - length) {
        if isCancelled() { throw LayoutCancelled() }
        var builder = FrontierBuilder(length == count ? resolution : .part)
        for cut in 1..<length {
          builder.consider(runs[cut][first], runs[length - cut][first + cut])
        }
        considered += builder.considered
        frontiers.append(builder.frontier(in: &arena))
      }
      runs.append(frontiers)
    }
    return runs[count][0]
  }
}
