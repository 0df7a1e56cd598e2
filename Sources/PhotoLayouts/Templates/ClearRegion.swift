internal import Imaging

/// Pixels of a mask below one half that are connected by their edges.
struct ClearRegion: Sendable {
  let runs: PixelRuns
  /// In pixels.
  let area: Int
  /// The smallest rectangle that holds all of it.
  let bounds: PixelRect

  private init(_ runs: PixelRuns, area: Int) {
    self.runs = runs
    self.area = area
    bounds = runs.bounds
  }

  /// Two regions as one, which isn't connected.
  init(joining one: ClearRegion, _ other: ClearRegion) throws(OutOfMemory) {
    let joined = try ValueMemory<PixelRun>(count: one.runs.count + other.runs.count)
    var (next, left) = (one.runs, other.runs)
    for index in joined.indices {
      if let first = left.first, next.first.map({ first.precedes($0) }) ?? true {
        swap(&next, &left)
      }
      guard let run = next.popFirst() else { break }
      joined[index] = run
    }
    self.init(joined[...], area: one.area + other.area)
  }

  /// The bytes that finding regions takes for each run of the mask: of these, two lists, a parent
  /// and an area.
  static let bytesOfRun =
    2 * ValueMemory<PixelRun>.bytes(of: 1) + 2 * ValueMemory<UInt32>.bytes(of: 1)

  /// The regions with at least so many pixels, in the order of their first ones.
  ///
  /// - Parameter runs: those of the mask.
  static func regions(
    of runs: ValueMemory<PixelRun>, ofAtLeast area: Double
  ) throws(OutOfMemory) -> [ClearRegion] {
    let labels = try Labels(joining: runs)
    /// Of each root first the area, then the number of its region, from 1; 0 for none.
    let numbers = try ValueMemory<UInt32>(count: runs.count)
    for index in runs.indices {
      numbers[labels.root(of: index)] += UInt32(runs[index].columns.count)
    }
    var areas: [Int] = []
    for index in runs.indices where numbers[index] > 0 {
      let isLarge = Double(numbers[index]) >= area
      if isLarge { areas.append(Int(numbers[index])) }
      numbers[index] = isLarge ? UInt32(areas.count) : 0
    }
    func forEachFound(_ body: (_ region: Int, _ run: PixelRun) -> Void) {
      for index in runs.indices {
        let number = Int(numbers[labels.root(of: index)])
        if number > 0 { body(number - 1, runs[index]) }
      }
    }
    var lengths = [Int](repeating: 0, count: areas.count)
    forEachFound { region, _ in lengths[region] += 1 }
    var lists = try RunLists(lengths: lengths)
    forEachFound { region, run in lists.append(run, to: region) }
    return zip(lists.runs, areas).map { ClearRegion($0, area: $1) }
  }

  /// Sets of runs that are connected; the first run of a set is its root.
  private struct Labels {
    private let parents: ValueMemory<UInt32>

    init(joining runs: ValueMemory<PixelRun>) throws(OutOfMemory) {
      parents = try ValueMemory(count: runs.count)
      /// The first run of the row.
      var first = 0
      /// Those of the row above that may touch the next run.
      var above = 0..<0
      for index in runs.indices {
        parents[index] = UInt32(index)
        let columns = runs[index].columns
        if index > 0, runs[index - 1].y < runs[index].y {
          above = runs[index - 1].y + 1 == runs[index].y ? first..<index : index..<index
          first = index
        }
        while let other = above.first, runs[other].columns.upperBound <= columns.lowerBound {
          above.removeFirst()
        }
        for other in above {
          guard runs[other].columns.lowerBound < columns.upperBound else { break }
          join(other, index)
        }
      }
    }

    func root(of index: Int) -> Int {
      var index = UInt32(index)
      while parents[Int(index)] != index {
        let grandparent = parents[Int(parents[Int(index)])]
        parents[Int(index)] = grandparent
        index = grandparent
      }
      return Int(index)
    }

    private func join(_ one: Int, _ other: Int) {
      let (first, second) = (root(of: one), root(of: other))
      parents[max(first, second)] = UInt32(min(first, second))
    }
  }
}

extension PixelRun {
  /// Whether it comes before another run of a picture.
  fileprivate func precedes(_ other: PixelRun) -> Bool {
    (y, columns.lowerBound) < (other.y, other.columns.lowerBound)
  }
}
