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
  init(roughlyIn region: ClearRegion) throws(OutOfMemory) {
    let bounds = region.bounds
    let step = (Double(bounds.size.pixels) / Double(Self.coarseCells)).squareRoot()
    try self.init(in: region, bounds, cellSide: max(Int(step.rounded(.up)), 1))
  }

  init(exactlyIn region: ClearRegion) throws(OutOfMemory) {
    try self.init(in: region, region.bounds, cellSide: 1)
  }

  /// The bytes that measuring a region exactly takes at most in a picture of this size.
  static func bytes(in size: PixelSize) -> Int { CellGrid.bytes(PixelRect(size), side: 1) }

  private init(in region: ClearRegion, _ bounds: PixelRect, cellSide side: Int)
    throws(OutOfMemory)
  {
    let cells = try CellGrid(region, bounds, side: side)
    let least = try 2 * cells.greatestDistance() * Double(side)
    // A cell counts only if all of it lies inside: each side may have room for one more.
    diameter = least...(side == 1 ? least : least + 4 * Double(side))
  }
}

/// A region in square cells, with a border of empty ones around it.
private struct CellGrid {
  let width: Int
  let height: Int
  /// For each cell the distance to the nearest one of its column that is not inside, that is, all
  /// of whose pixels are in the region; 0 for those.
  private let distances: ValueMemory<Int32>

  private static func cells(_ bounds: PixelRect, side: Int) -> PixelSize {
    PixelSize(width: bounds.width / side + 3, height: bounds.height / side + 3)
  }

  static func bytes(_ bounds: PixelRect, side: Int) -> Int {
    let size = cells(bounds, side: side)
    return ValueMemory<Int32>.bytes(of: size.pixels) + Envelope.bytes(count: size.width)
  }

  init(_ region: ClearRegion, _ bounds: PixelRect, side: Int) throws(OutOfMemory) {
    let size = Self.cells(bounds, side: side)
    (width, height) = (size.width, size.height)
    // First how many pixels of the region are in each cell.
    distances = try ValueMemory(count: size.pixels)
    for run in region.runs {
      let row = ((run.y - bounds.y) / side + 1) * width + 1
      var x = run.columns.lowerBound - bounds.x
      let end = run.columns.upperBound - bounds.x
      while x < end {
        let next = min((x / side + 1) * side, end)
        distances[row + x / side] += Int32(next - x)
        x = next
      }
    }
    let all = Int32(side * side)
    for index in distances.indices {
      distances[index] = distances[index] == all ? distances[index - width] + 1 : 0
    }
    for index in distances.indices.dropLast(width).reversed() where distances[index] > 0 {
      distances[index] = min(distances[index], distances[index + width] + 1)
    }
  }

  /// The greatest distance, in cells, of a cell inside from the nearest one that is not: from
  /// middle to middle.
  func greatestDistance() throws(OutOfMemory) -> Double {
    var greatest = 0
    let envelope = try Envelope(count: width)
    for y in 0..<height {
      let row = distances[y * width..<(y + 1) * width]
      guard row.contains(where: { Int($0) * Int($0) > greatest }) else { continue }
      greatest = max(greatest, envelope.greatest(of: row))
    }
    return Double(greatest).squareRoot()
  }
}

/// The lower envelope of parabolas, one above each cell of a row (Felzenszwalb and Huttenlocher).
private struct Envelope {
  private let places: ValueMemory<Int>
  private let starts: ValueMemory<Double>

  static func bytes(count: Int) -> Int {
    ValueMemory<Int>.bytes(of: count) + ValueMemory<Double>.bytes(of: count + 1)
  }

  init(count: Int) throws(OutOfMemory) {
    places = try ValueMemory(count: count)
    starts = try ValueMemory(count: count + 1)
  }

  /// The greatest of the least sums of a square of a distance along the row and one across it.
  func greatest(of row: Slice<ValueMemory<Int32>>) -> Int {
    let cells = row.base
    let start = row.startIndex
    func down(_ x: Int) -> Int { Int(cells[start + x]) }
    func crossing(_ first: Int, _ second: Int) -> Double {
      let high = down(second) * down(second) + second * second
      let low = down(first) * down(first) + first * first
      return Double(high - low) / Double(2 * (second - first))
    }
    var last = 0
    places[0] = 0
    (starts[0], starts[1]) = (-.infinity, .infinity)
    for x in 1..<row.count {
      var meeting = crossing(places[last], x)
      while meeting <= starts[last] {
        last -= 1
        meeting = crossing(places[last], x)
      }
      last += 1
      places[last] = x
      (starts[last], starts[last + 1]) = (meeting, .infinity)
    }
    var (greatest, index) = (0, 0)
    for x in 0..<row.count {
      while starts[index + 1] < Double(x) { index += 1 }
      let across = x - places[index]
      greatest = max(greatest, across * across + down(places[index]) * down(places[index]))
    }
    return greatest
  }
}
