internal import Glibc
internal import Imaging

/// The widest circle inside a region.
struct InscribedCircle {
  /// Bounds of its diameter in pixels; equal where it was measured exactly.
  let diameter: ClosedRange<Double>

  /// How many cells are enough to tell nearly all regions apart.
  private static let coarseCells = 1 << 18

  /// Exactly for regions of at most some hundred pixels a side, else nearly so, which costs as
  /// little.
  init(roughlyIn region: ClearRegion) {
    let bounds = region.bounds
    let step = (Double(bounds.size.pixels) / Double(Self.coarseCells)).squareRoot()
    self.init(in: region, bounds, cellSide: max(Int(step.rounded(.up)), 1))
  }

  init(exactlyIn region: ClearRegion) { self.init(in: region, region.bounds, cellSide: 1) }

  private init(in region: ClearRegion, _ bounds: PixelRect, cellSide side: Int) {
    let cells = CellGrid(region, bounds, side: side)
    let least = 2 * cells.greatestDistance * Double(side)
    // A cell counts only if all of it lies inside: each side may have room for one more.
    diameter = least...(side == 1 ? least : least + 4 * Double(side))
  }
}

/// A region in square cells, with a border of empty ones around it.
private struct CellGrid {
  let width: Int
  let height: Int
  /// Whether all pixels of the cell are in the region.
  private var isInside: [Bool]

  init(_ region: ClearRegion, _ bounds: PixelRect, side: Int) {
    width = bounds.width / side + 3
    height = bounds.height / side + 3
    var counts = [Int32](repeating: 0, count: width * height)
    for run in region.runs {
      let row = ((run.y - bounds.y) / side + 1) * width + 1
      var x = run.columns.lowerBound - bounds.x
      let end = run.columns.upperBound - bounds.x
      while x < end {
        let next = min((x / side + 1) * side, end)
        counts[row + x / side] += Int32(next - x)
        x = next
      }
    }
    isInside = counts.map { $0 == side * side }
  }

  /// The greatest distance, in cells, of a cell inside from the nearest one that is not: from
  /// middle to middle.
  var greatestDistance: Double {
    var greatest = 0
    let down = distancesDown()
    var envelope = Envelope(count: width)
    for y in 0..<height {
      let row = down[y * width..<(y + 1) * width]
      guard row.contains(where: { $0 * $0 > greatest }) else { continue }
      greatest = max(greatest, envelope.greatest(of: Array(row)))
    }
    return Double(greatest).squareRoot()
  }

  /// For each cell the distance to the nearest one of its column that is not inside.
  private func distancesDown() -> [Int] {
    var distances = [Int](repeating: 0, count: width * height)
    for index in width..<width * height where isInside[index] {
      distances[index] = distances[index - width] + 1
    }
    for index in (0..<width * (height - 1)).reversed() where isInside[index] {
      distances[index] = min(distances[index], distances[index + width] + 1)
    }
    return distances
  }
}

/// The lower envelope of parabolas, one above each cell of a row (Felzenszwalb and Huttenlocher).
private struct Envelope {
  private var places: [Int]
  private var starts: [Double]

  init(count: Int) {
    places = [Int](repeating: 0, count: count)
    starts = [Double](repeating: 0, count: count + 1)
  }

  /// The greatest of the least sums of a square of a distance along the row and one across it.
  mutating func greatest(of down: [Int]) -> Int {
    var last = 0
    places[0] = 0
    (starts[0], starts[1]) = (-.infinity, .infinity)
    for x in 1..<down.count {
      var crossing = self.crossing(places[last], x, down)
      while crossing <= starts[last] {
        last -= 1
        crossing = self.crossing(places[last], x, down)
      }
      last += 1
      places[last] = x
      (starts[last], starts[last + 1]) = (crossing, .infinity)
    }
    var (greatest, index) = (0, 0)
    for x in down.indices {
      while starts[index + 1] < Double(x) { index += 1 }
      let across = x - places[index]
      greatest = max(greatest, across * across + down[places[index]] * down[places[index]])
    }
    return greatest
  }

  private func crossing(_ first: Int, _ second: Int, _ down: [Int]) -> Double {
    let high = down[second] * down[second] + second * second
    let low = down[first] * down[first] + first * first
    return Double(high - low) / Double(2 * (second - first))
  }
}
