/// Builds trees of any number of photos by dynamic programming: for every run of photos, the most
/// even tree of each ratio, joined from the trees of two shorter runs.
///
/// The time grows with the cube of the number of photos up to `longestRun`. Longer lists are
/// divided into blocks, so that it grows linearly.
struct SlicingTreeSolver: Sendable {
  /// The longest run for which every cut is tried.
  private static let longestRun = 24

  private let blocks: [[Int32]]
  private let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - photos: in the order in which the trees contain them.
  ///   - isCancelled: called for every run.
  init(of photos: [Int32], isCancelled: @escaping @Sendable () -> Bool) {
    blocks = Self.blocks(of: photos)
    self.isCancelled = isCancelled
  }

  /// The roots of the best trees found, one for each ratio, and how many joins were considered.
  static func roots(
    of photos: [Int32], in arena: inout TreeArena,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(LayoutCancelled) -> FoundTrees {
    let solver = SlicingTreeSolver(of: photos, isCancelled: isCancelled)
    return try solver.joined(arena.build(solver.tasks, threads: 1), in: &arena)
  }

  /// Builds the trees of each block.
  var tasks: [TreeTask] {
    blocks.map { block in
      { arena in
        let photos = block.map { Frontier([$0], in: arena) }
        return try? cutEverywhere(photos, blocks.count == 1 ? .whole : .part, in: &arena)
      }
    }
  }

  /// Joins what the tasks have built to trees of all photos.
  func joined(
    _ found: [FoundTrees], in arena: inout TreeArena
  ) throws(LayoutCancelled) -> FoundTrees {
    var found = found
    while found.count > 1 {
      let considered = found.map(\.considered).reduce(0, +)
      let blocks = Self.blocks(of: found.map { Frontier($0.roots, in: arena) })
      found = []
      for block in blocks {
        found.append(try cutEverywhere(block, blocks.count == 1 ? .whole : .part, in: &arena))
      }
      found[0].considered += considered
    }
    return found[0]
  }

  private static func blocks<Part>(of parts: [Part]) -> [[Part]] {
    guard parts.count > longestRun else { return [parts] }
    let blocks = max((parts.count + longestRun / 2) / longestRun, 2)
    let cuts = (0...blocks).map { $0 * parts.count / blocks }
    return zip(cuts, cuts.dropFirst()).map { Array(parts[$0..<$1]) }
  }

  /// - Parameter resolution: that of the whole run; shorter runs use the resolution of parts.
  private func cutEverywhere(
    _ parts: [Frontier], _ resolution: FrontierBuilder.Resolution, in arena: inout TreeArena
  ) throws(LayoutCancelled) -> FoundTrees {
    let count = parts.count
    var considered = 0
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
    return FoundTrees(roots: runs[count][0].roots, considered: considered)
  }
}
