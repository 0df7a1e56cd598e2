package import Imaging

/// Which pixels of a template show which photo: each opening with the rim that is nearest to it.
package struct OpeningMap: Hashable, Sendable {
  package let size: PixelSize
  /// For each opening its pixels: from the top, in each row from the left.
  private let runs: [[PixelRun]]

  private init(size: PixelSize, runs: [[PixelRun]]) {
    self.size = size
    self.runs = runs
  }

  /// - Parameter number: the opening's, from 1.
  package func runs(of number: Int) -> [PixelRun] { runs[number - 1] }

  /// The smallest rectangle that holds all pixels of an opening.
  ///
  /// - Parameter number: the opening's, from 1.
  package func bounds(of number: Int) -> PixelRect { runs(of: number).bounds }

  /// The same map of the template in another size.
  package func scaled(to other: PixelSize) -> OpeningMap {
    guard other != size else { return self }
    let scaled = runs.map { self.scaled($0, to: other) }
    guard other.width < size.width || other.height < size.height else {
      return OpeningMap(size: other, runs: scaled)
    }
    // Edges of the scaled template are a mix of both sides.
    var growth = Growth(scaled, in: other)
    growth.grow(steps: scaled.map { _ in Self.coverOfReduced }) { _ in true }
    return OpeningMap(size: other, runs: growth.runs)
  }

  /// A pixel belongs to what its middle lies on.
  private func scaled(_ runs: [PixelRun], to other: PixelSize) -> [PixelRun] {
    func first(_ place: Int, _ from: Int, _ to: Int) -> Int {
      // The first pixel whose middle, (2n + 1) / 2 of it, doesn't lie before the place.
      max((2 * place * to - from + 2 * from - 1) / (2 * from), 0)
    }
    var rows: [Int: [PixelRun]] = [:]
    for run in runs { rows[run.y, default: []].append(run) }
    return (0..<other.height).flatMap { y in
      (rows[(2 * y + 1) * size.height / (2 * other.height)] ?? []).compactMap { run in
        let columns =
          first(
            run.columns.lowerBound, size.width, other.width)..<max(
            first(run.columns.upperBound, size.width, other.width),
            first(run.columns.lowerBound, size.width, other.width))
        return columns.isEmpty ? nil : PixelRun(y: y, columns)
      }
    }
  }
}

extension OpeningMap {
  /// How far a rim reaches beyond its opening, as a share of the widest circle in it: what lies
  /// farther away is a translucent part of the template, below which the background lies.
  private static let rimShare = 0.125
  /// How many pixels belong to an opening beyond its rim: where the filter that scales a template
  /// softens its edges.
  private static let cover = 4
  private static let coverOfReduced = 2

  /// - Parameters:
  ///   - openings: in reading order.
  ///   - diameters: of the widest circle in each, in pixels.
  init(_ openings: [ClearRegion], diameters: [Double], in mask: AlphaMask) {
    var growth = Growth(openings.map(\.runs), in: mask.size)
    growth.grow(steps: diameters.map { Int($0 * Self.rimShare) }) {
      AlphaMask.half..<255 ~= mask.values[$0]
    }
    growth.grow(steps: diameters.map { _ in Self.cover }) { mask.values[$0] >= AlphaMask.half }
    size = mask.size
    runs = growth.runs
  }
}

/// Areas of a picture that grow by one pixel after the other, and never into each other.
private struct Growth {
  private let size: PixelSize
  private let count: Int
  /// For each pixel the number of its area, from 1; 0 for none.
  private var numbers: [UInt16]
  /// Pixels from which to go on.
  private var frontier: [Int] = []

  init(_ areas: [[PixelRun]], in size: PixelSize) {
    self.size = size
    count = areas.count
    numbers = [UInt16](repeating: 0, count: size.pixels)
    for (index, area) in areas.enumerated() {
      for run in area {
        for x in run.columns { numbers[run.y * size.width + x] = UInt16(index + 1) }
      }
    }
    for run in areas.joined() {
      let row = run.y * size.width
      frontier += run.columns.lazy.map { row + $0 }.filter(isAtEdge)
    }
  }

  /// - Parameters:
  ///   - steps: how often each area grows.
  ///   - isTaken: whether the pixel at an index may be taken.
  mutating func grow(steps: [Int], _ isTaken: (Int) -> Bool) {
    var all = frontier
    for step in 0..<(steps.max() ?? 0) {
      var next: [Int] = []
      for index in frontier {
        let number = numbers[index]
        guard step < steps[Int(number) - 1] else { continue }
        let neighbours = neighbours(of: index)
        for place in neighbours.indices {
          let neighbour = neighbours[place]
          guard numbers[neighbour] == 0, isTaken(neighbour) else { continue }
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
    neighbours(of: index).contains { numbers[$0] == 0 }
  }

  /// Those at the pixel's edges; the pixel itself where there is none.
  private func neighbours(of index: Int) -> [4 of Int] {
    let x = index % size.width
    return [
      x > 0 ? index - 1 : index, x + 1 < size.width ? index + 1 : index,
      index >= size.width ? index - size.width : index,
      index + size.width < numbers.count ? index + size.width : index,
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

extension [4 of Int] {
  fileprivate func contains(where isWanted: (Int) -> Bool) -> Bool {
    for index in indices where isWanted(self[index]) { return true }
    return false
  }
}

extension [PixelRun] {
  fileprivate var bounds: PixelRect {
    let left = map(\.columns.lowerBound).min() ?? 0
    let right = map(\.columns.upperBound).max() ?? 0
    let (top, bottom) = (first?.y ?? 0, (last?.y ?? -1) + 1)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
