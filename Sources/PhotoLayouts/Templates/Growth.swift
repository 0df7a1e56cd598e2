internal import Imaging

/// Lets areas of a picture grow by one pixel after the other, to all sides, and never into each
/// other.
enum Growth {
  /// How areas grow for a while.
  struct Phase {
    /// By how many pixels each area grows.
    let steps: [Int]
    /// Whether the pixel at an index may be taken.
    let isTaken: (Int) -> Bool

    init(_ steps: [Int], _ isTaken: @escaping (Int) -> Bool) {
      self.steps = steps
      self.isTaken = isTaken
    }
  }

  /// The pixels of each area when it has grown: from the top, in each row from the left.
  static func grown(_ areas: [[PixelRun]], in size: PixelSize, _ phases: [Phase]) -> [[PixelRun]] {
    // A byte for each pixel is half the memory.
    areas.count < UInt8.max
      ? grown(areas, in: size, phases, UInt8.self) : grown(areas, in: size, phases, UInt16.self)
  }

  private static func grown<Number: FixedWidthInteger & UnsignedInteger>(
    _ areas: [[PixelRun]], in size: PixelSize, _ phases: [Phase], _: Number.Type
  ) -> [[PixelRun]] {
    var picture = NumberedPixels<Number>(areas, in: size)
    for phase in phases { picture.grow(phase) }
    return picture.runs
  }
}

/// For each pixel of a picture the number of its area, from 1; 0 for none.
private struct NumberedPixels<Number: FixedWidthInteger & UnsignedInteger> {
  private let size: PixelSize
  private let count: Int
  private var numbers: [Number]
  /// Pixels from which to go on.
  private var frontier: [Int] = []

  init(_ areas: [[PixelRun]], in size: PixelSize) {
    self.size = size
    count = areas.count
    numbers = [Number](repeating: 0, count: size.pixels)
    for (index, area) in areas.enumerated() {
      for run in area {
        let start = run.y * size.width
        for x in run.columns { numbers[start + x] = Number(index + 1) }
      }
    }
    for run in areas.joined() { frontier += edges(of: run) }
  }

  /// The pixels of a run that have a neighbour without an area.
  private func edges(of run: PixelRun) -> [Int] {
    let row = run.y * size.width
    let (above, below) = (run.y > 0, run.y + 1 < size.height)
    let (first, last) = (run.columns.lowerBound, run.columns.upperBound - 1)
    return run.columns.compactMap { x in
      let index = row + x
      let isAtEdge =
        above && numbers[index - size.width] == 0 || below && numbers[index + size.width] == 0
        || (x == first || x == last) && self.isAtEdge(index)
      return isAtEdge ? index : nil
    }
  }

  mutating func grow(_ phase: Growth.Phase) {
    var all = frontier
    for step in 0..<(phase.steps.max() ?? 0) {
      var next: [Int] = []
      for index in frontier {
        let number = numbers[index]
        guard step < phase.steps[Int(number) - 1] else { continue }
        let neighbours = neighbours(of: index)
        for place in neighbours.indices {
          let neighbour = neighbours[place]
          guard numbers[neighbour] == 0, phase.isTaken(neighbour) else { continue }
          numbers[neighbour] = number
          next.append(neighbour)
        }
      }
      if next.isEmpty { break }
      all += next
      frontier = next
    }
    frontier = all.filter(isAtEdge)
  }

  private func isAtEdge(_ index: Int) -> Bool {
    let neighbours = neighbours(of: index)
    for place in neighbours.indices where numbers[neighbours[place]] == 0 { return true }
    return false
  }

  /// Those around the pixel; the pixel itself where there is none.
  private func neighbours(of index: Int) -> [8 of Int] {
    let x = index % size.width
    let (left, right) = (x > 0 ? -1 : 0, x + 1 < size.width ? 1 : 0)
    let up = index >= size.width ? -size.width : 0
    let down = index + size.width < numbers.count ? size.width : 0
    return [
      index + left, index + right, index + up, index + down, index + up + left,
      index + up + right, index + down + left, index + down + right,
    ]
  }

  /// The pixels of each area: from the top, in each row from the left.
  var runs: [[PixelRun]] {
    var runs = [[PixelRun]](repeating: [], count: count)
    for y in 0..<size.height {
      let row = y * size.width
      var x = 0
      while x < size.width {
        let number = numbers[row + x]
        let start = x
        while x < size.width, numbers[row + x] == number { x += 1 }
        if number > 0 { runs[Int(number) - 1].append(PixelRun(y: y, start..<x)) }
      }
    }
    return runs
  }
}
