package import Imaging

/// Which pixels of a template show which photo: each opening with the rim that is nearest to it.
package struct OpeningMap: Sendable {
  package let size: PixelSize
  /// For each opening its pixels.
  private let runs: [PixelRuns]
  private let bounds: [PixelRect]

  private init(size: PixelSize, runs: [PixelRuns]) {
    self.size = size
    self.runs = runs
    bounds = runs.map(\.bounds)
  }

  /// - Parameter number: the opening's, from 1.
  package func runs(of number: Int) -> PixelRuns { runs[number - 1] }

  /// The smallest rectangle that holds all pixels of an opening.
  ///
  /// - Parameter number: the opening's, from 1.
  package func bounds(of number: Int) -> PixelRect { bounds[number - 1] }

  /// The memory that it takes, in bytes.
  package var bytes: Int { ValueMemory<PixelRun>.bytes(of: runs.map(\.count).reduce(0, +)) }

  /// The same map of the template in another size.
  package func scaled(to other: PixelSize) throws(OutOfMemory) -> OpeningMap {
    guard other != size else { return self }
    var counts = runs.map { _ in 0 }
    forEachRun(scaledTo: other) { opening, _ in counts[opening] += 1 }
    var lists = try RunLists(lengths: counts)
    forEachRun(scaledTo: other) { opening, run in lists.append(run, to: opening) }
    guard other.width < size.width || other.height < size.height else {
      return OpeningMap(size: other, runs: lists.runs)
    }
    // Edges of the scaled template are a mix of both sides.
    let pixels = try NumberedPixels(lists.runs, in: other)
    try pixels.grow(
      lists.runs, [.init(steps: runs.map { _ in Self.coverOfReduced }, isTaken: { _ in true })])
    return OpeningMap(size: other, runs: try pixels.runs(pixels.runCounts))
  }

  /// A pixel belongs to what its middle lies on.
  private func forEachRun(
    scaledTo other: PixelSize, _ body: (_ opening: Int, _ run: PixelRun) -> Void
  ) {
    let (from, to) = (size.width, other.width)
    // The first pixel whose middle, (2n + 1) / 2 of it, doesn't lie before a column.
    func first(_ column: Int) -> Int { max((2 * column * to + from - 1) / (2 * from), 0) }
    for (opening, runs) in runs.enumerated() {
      var row = runs.startIndex
      for y in 0..<other.height {
        let source = (2 * y + 1) * size.height / (2 * other.height)
        while row < runs.endIndex, runs[row].y < source { row += 1 }
        var index = row
        while index < runs.endIndex, runs[index].y == source {
          let columns = runs[index].columns
          let (start, end) = (first(columns.lowerBound), first(columns.upperBound))
          if start < end { body(opening, PixelRun(y: y, start..<end)) }
          index += 1
        }
      }
    }
  }
}

extension OpeningMap {
  /// How far a rim reaches beyond its opening, as a share of the widest circle in it: what lies
  /// farther away is a translucent part of the template, below which the background lies.
  private static let rimShare = 0.2
  /// How many pixels belong to an opening beyond its rim: where the filter that scales a template
  /// softens its edges.
  private static let cover = 4
  private static let coverOfReduced = 2

  /// - Parameters:
  ///   - openings: in reading order.
  ///   - diameters: of the widest circle in each, in pixels.
  ///   - memory: what may be used beside the openings, in bytes.
  init(
    _ openings: [ClearRegion], diameters: [Double], in mask: AlphaMask, memory: Int
  ) throws(OutOfMemory) {
    let size = mask.size
    let areas = openings.map(\.runs)
    let numbers = size.pixels * NumberedPixels.bytesOfPixel
    try OutOfMemory.check(numbers + size.pixels * NumberedPixels.bytesToGrow, allowed: memory)
    let pixels = try NumberedPixels(areas, in: size)
    let rims = diameters.map { Int($0 * Self.rimShare) }
    try pixels.grow(
      areas,
      [
        .init(steps: rims) { AlphaMask.half..<255 ~= mask.values[$0] },
        .init(steps: rims.map { _ in Self.cover }) { mask.values[$0] >= AlphaMask.half },
      ])
    let counts = pixels.runCounts
    let bytes = ValueMemory<PixelRun>.bytes(of: counts.reduce(0, +))
    try OutOfMemory.check(numbers + bytes, allowed: memory)
    self.init(size: size, runs: try pixels.runs(counts))
  }
}
