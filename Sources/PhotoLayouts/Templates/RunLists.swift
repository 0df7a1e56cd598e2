internal import Imaging

/// Lists of runs whose lengths are known before they are filled.
struct RunLists {
  private let lists: [ValueMemory<PixelRun>]
  private var counts: [Int]

  init(lengths: [Int]) throws(OutOfMemory) {
    lists = try lengths.map { length throws(OutOfMemory) in try ValueMemory(count: length) }
    counts = lengths.map { _ in 0 }
  }

  mutating func append(_ run: PixelRun, to list: Int) {
    lists[list][counts[list]] = run
    counts[list] += 1
  }

  var runs: [PixelRuns] { lists.map { $0[...] } }
}
