/// Where a row of photos is broken into pages: runs of their indices, in order, that hold each
/// once.
enum PageBreaks {
  /// As few runs as there can be, whose lengths differ by one at most; the longer ones come first.
  ///
  /// - Parameter limit: of each run; at least 1.
  static func balanced(_ count: Int, atMost limit: Int) -> [Range<Int>] {
    let pages = count / limit + (count % limit > 0 ? 1 : 0)
    return (0..<pages).reduce(into: []) { runs, page in
      let start = runs.last?.upperBound ?? 0
      runs.append(start..<start + count / pages + (page < count % pages ? 1 : 0))
    }
  }

  /// Full runs, but for the last one.
  static func full(_ count: Int, of limit: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: limit).map { $0..<$0 + min(limit, count - $0) }
  }

  /// Runs that break where much time passes between two photos. They are at least half as long as
  /// they may be, so no page is nearly empty; where no gaps stand out they are as `balanced`.
  ///
  /// A break counts by the binary digits of its gap, less those of the median gap, and less one for
  /// the page that it costs. Of all ways to break, the one is taken that counts most.
  ///
  /// - Parameters:
  ///   - times: of the photos, in seconds, in ascending order.
  ///   - limit: of each run; at least 1.
  /// - Cost: the product of both.
  static func atGaps(of times: [Int], atMost limit: Int) -> [Range<Int>] {
    guard times.count > 1 else { return balanced(times.count, atMost: limit) }
    let digits = zip(times, times.dropFirst()).map { first, second in
      Int.bitWidth - max(second - first, 0).leadingZeroBitCount
    }
    let usual = digits.sorted()[digits.count / 2] + 1
    let least = limit / 2 + limit % 2
    // What the best way to break the first photos is, by their number.
    var ways: [Way?] = [Way(gain: 0, squares: 0, start: 0)]
    for end in 1...times.count {
      let gain = end == times.count ? 0 : digits[end - 1] - usual
      var best: Way?
      for length in 1...min(limit, end) where length >= least || length == times.count {
        guard let before = ways[end - length] else { continue }
        let way = Way(
          gain: before.gain + gain, squares: before.squares + length * length, start: end - length)
        if best.map({ $0 < way }) ?? true { best = way }
      }
      ways.append(best)
    }
    var runs: [Range<Int>] = []
    var end = times.count
    while end > 0, let way = ways[end] {
      runs.append(way.start..<end)
      end = way.start
    }
    return runs.reversed()
  }

  /// Runs of photos of one event, which ends where a gap is much longer than the usual one.
  ///
  /// - Parameter times: of the photos, in seconds, in ascending order.
  static func atEvents(of times: [Int]) -> [Range<Int>] {
    guard !times.isEmpty else { return [] }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    let usual = gaps.sorted().dropFirst(gaps.count / 2).first ?? 0
    let least = max(leastEventGap, usual.multipliedReportingOverflow(by: longGap).partialValue)
    let starts = [0] + gaps.indices.filter { gaps[$0] > least }.map { $0 + 1 }
    return zip(starts, starts.dropFirst() + [times.count]).map { $0..<$1 }
  }

  /// How much longer than the usual one a gap is where an event ends.
  private static let longGap = 8
  /// How long such a gap is at least, in seconds: six hours, less than a night.
  private static let leastEventGap = 6 * 3600

  /// A way to break some photos, whose last page begins with the one at `start`.
  private struct Way: Comparable {
    let gain: Int
    /// The sum of the squares of the pages' lengths: the less, the more alike they are.
    let squares: Int
    let start: Int

    static func < (first: Way, second: Way) -> Bool {
      (first.gain, second.squares) < (second.gain, first.squares)
    }
  }
}
