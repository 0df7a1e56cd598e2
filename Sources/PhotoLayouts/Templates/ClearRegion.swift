internal import Imaging

/// Pixels of a mask below one half that are connected by their edges.
struct ClearRegion: Sendable {
  /// From the top, in each row from the left.
  fileprivate(set) var runs: [PixelRun] = []
  /// In pixels.
  fileprivate(set) var area = 0

  /// The smallest rectangle that holds all of it.
  var bounds: PixelRect {
    let left = runs.map(\.columns.lowerBound).min() ?? 0
    let right = runs.map(\.columns.upperBound).max() ?? 0
    let (top, bottom) = (runs.first?.y ?? 0, (runs.last?.y ?? -1) + 1)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// A picture with more runs than that is no template: it is made of single pixels.
  private static let mostRuns = 4_000_000

  /// The regions with at least so many pixels, in the order of their first ones; none if the mask
  /// is a mere pattern.
  static func regions(of mask: AlphaMask, ofAtLeast area: Double) -> [ClearRegion] {
    var labels = Labels()
    var runs: [PixelRun] = []
    var above = 0..<0
    for y in 0..<mask.size.height {
      let first = runs.count
      mask.row(y).forEachClearRun { runs.append(PixelRun(y: y, $0)) }
      if runs.count > mostRuns { return [] }
      labels.extend(to: runs.count)
      labels.join(runs, first..<runs.count, to: above)
      above = first..<runs.count
    }
    var areas = [Int](repeating: 0, count: runs.count)
    for (index, run) in runs.enumerated() { areas[labels.root(of: index)] += run.columns.count }
    var regions: [Int: ClearRegion] = [:]
    for (index, run) in runs.enumerated() {
      let root = labels.root(of: index)
      guard Double(areas[root]) >= area else { continue }
      regions[root, default: ClearRegion()].runs.append(run)
      regions[root]?.area = areas[root]
    }
    return regions.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Sets of runs that are connected; the first run of a set is its root.
  private struct Labels {
    private var parents: [Int] = []

    mutating func extend(to count: Int) { parents += parents.count..<count }

    mutating func root(of index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }

    /// Joins runs of a row to those of the row above that have pixels in the same columns.
    mutating func join(_ runs: [PixelRun], _ row: Range<Int>, to above: Range<Int>) {
      var other = above.lowerBound
      for index in row {
        let columns = runs[index].columns
        while other < above.upperBound, runs[other].columns.upperBound <= columns.lowerBound {
          other += 1
        }
        var next = other
        while next < above.upperBound, runs[next].columns.lowerBound < columns.upperBound {
          let (first, second) = (root(of: next), root(of: index))
          parents[max(first, second)] = min(first, second)
          next += 1
        }
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Calls `body` with the columns, from 0, of each run of values below one half.
  fileprivate func forEachClearRun(_ body: (Range<Int>) -> Void) {
    unsafe withUnsafeBufferPointer { row in
      var x = 0
      while x < row.count {
        while x < row.count, unsafe row[x] >= AlphaMask.half { x += 1 }
        let start = x
        while x < row.count, unsafe row[x] < AlphaMask.half { x += 1 }
        if start < x { body(start..<x) }
      }
    }
  }
}
