internal import Imaging

/// For each pixel of a picture the number of its area, from 1; 0 for none. Areas grow by one pixel
/// after the other, to all sides, and never into each other.
struct NumberedPixels {
  let size: PixelSize
  private let numbers: ValueMemory<UInt16>
  private let count: Int

  /// The bytes that numbers take for each pixel, and those that growing takes beside them.
  static let bytesOfPixel = ValueMemory<UInt16>.bytes(of: 1)
  static let bytesToGrow = ValueMemory<UInt32>.bytes(of: 1)

  /// How areas grow for a while.
  struct Phase {
    /// By how many pixels each area grows.
    let steps: [Int]
    /// Whether the pixel at an index may be taken.
    let isTaken: (Int) -> Bool
  }

  /// - Parameter size: of less than 2^32 pixels.
  init(_ areas: [PixelRuns], in size: PixelSize) throws(OutOfMemory) {
    self.size = size
    count = areas.count
    numbers = try ValueMemory(count: size.pixels)
    for (index, area) in areas.enumerated() {
      for run in area {
        let start = run.y * size.width
        for x in run.columns { numbers[start + x] = UInt16(index + 1) }
      }
    }
  }

  /// Grows the areas, which were made of these runs, in one phase after the other.
  func grow(_ areas: [PixelRuns], _ phases: [Phase]) throws(OutOfMemory) {
    var frontier = Frontier(try ValueMemory(count: size.pixels))
    for area in areas {
      for run in area {
        let row = run.y * size.width
        for index in row + run.columns.lowerBound..<row + run.columns.upperBound
        where isAtEdge(index) { frontier.append(index) }
      }
    }
    for phase in phases {
      grow(phase, &frontier)
      frontier.filter(isAtEdge)
    }
  }

  /// Pixels from which to go on; each pixel of a picture is in it once at most.
  private struct Frontier {
    private let pixels: ValueMemory<UInt32>
    private(set) var count = 0

    init(_ pixels: ValueMemory<UInt32>) { self.pixels = pixels }

    subscript(place: Int) -> Int { Int(pixels[place]) }

    mutating func append(_ index: Int) {
      pixels[count] = UInt32(index)
      count += 1
    }

    mutating func filter(_ isKept: (Int) -> Bool) {
      let all = count
      count = 0
      for place in 0..<all where isKept(self[place]) { append(self[place]) }
    }
  }

  private func grow(_ phase: Phase, _ frontier: inout Frontier) {
    var next = 0
    for step in 0..<(phase.steps.max() ?? 0) {
      let end = frontier.count
      if next == end { break }
      for place in next..<end {
        let index = frontier[place]
        let number = numbers[index]
        guard step < phase.steps[Int(number) - 1] else { continue }
        let neighbours = neighbours(of: index)
        for place in neighbours.indices {
          let neighbour = neighbours[place]
          guard numbers[neighbour] == 0, phase.isTaken(neighbour) else { continue }
          numbers[neighbour] = number
          frontier.append(neighbour)
        }
      }
      next = end
    }
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

  private func forEachRun(_ body: (_ area: Int, _ run: PixelRun) -> Void) {
    for y in 0..<size.height {
      let row = y * size.width
      var x = 0
      while x < size.width {
        let number = numbers[row + x]
        let start = x
        while x < size.width, numbers[row + x] == number { x += 1 }
        if number > 0 { body(Int(number) - 1, PixelRun(y: y, start..<x)) }
      }
    }
  }

  /// How many runs each area has.
  var runCounts: [Int] {
    var counts = [Int](repeating: 0, count: count)
    forEachRun { area, _ in counts[area] += 1 }
    return counts
  }

  /// The pixels of each area.
  ///
  /// - Parameter counts: `runCounts`.
  func runs(_ counts: [Int]) throws(OutOfMemory) -> [PixelRuns] {
    var lists = try RunLists(lengths: counts)
    forEachRun { area, run in lists.append(run, to: area) }
    return lists.runs
  }
}
