internal import Imaging

/// What is needed of a photo to tell whether another one is a part of it, turned or mirrored.
///
/// Both must come from the same shot, as what people make of a photo does: a crop to another shape,
/// a copy that was turned or mirrored. Other photos of the same view are compared elsewhere.
struct CropSource: Sendable {
  /// In which of eight ways a photo may be turned and mirrored.
  struct Orientation: Sendable, Equatable {
    let swapsSides: Bool
    let mirrorsAcross: Bool
    let mirrorsDown: Bool

    /// The cells of a picture that was turned like this.
    func turned<Value>(_ cells: [Value], side: Int) -> [Value] {
      cells.indices.map { place in
        let (x, y) = (place % side, place / side)
        let fromX = mirrorsAcross ? side - 1 - x : x
        let fromY = mirrorsDown ? side - 1 - y : y
        return cells[swapsSides ? fromX * side + fromY : fromY * side + fromX]
      }
    }

    static let upright = Orientation(swapsSides: false, mirrorsAcross: false, mirrorsDown: false)
    static let all = [false, true].flatMap { swaps in
      [false, true].flatMap { across in
        [false, true].map {
          Orientation(swapsSides: swaps, mirrorsAcross: across, mirrorsDown: $0)
        }
      }
    }
  }

  private static let side = GreyGrid.side

  let greys: GreyGrid
  /// The width divided by the height.
  let shape: Double
  /// The sums of the greys above and to the left of each corner of a cell.
  private let sums: [Int32]

  init(_ greys: GreyGrid, _ size: PixelSize) {
    self.init(greys, shape: Double(size.width) / Double(size.height))
  }

  private init(_ greys: GreyGrid, shape: Double) {
    self.greys = greys
    self.shape = shape
    let width = Self.side + 1
    var sums = [Int32](repeating: 0, count: width * width)
    for y in 0..<Self.side {
      var row: Int32 = 0
      for x in 0..<Self.side {
        row += Int32(greys.values[y * Self.side + x])
        sums[(y + 1) * width + x + 1] = sums[y * width + x + 1] + row
      }
    }
    self.sums = sums
  }

  func turned(_ orientation: Orientation) -> CropSource {
    if orientation == .upright { return self }
    let values = orientation.turned(greys.values, side: Self.side)
    return CropSource(GreyGrid(values: values)!, shape: orientation.swapsSides ? 1 / shape : shape)
  }

  /// Of the whole.
  func means(_ count: Int) -> CropMeans { means(in: .whole, count) }

  /// The mean greys of the cells of a part, with as many of them across as down.
  ///
  /// - Parameter part: in cells of the whole; its ends are rounded to them.
  func means(in part: CropArea, _ count: Int) -> CropMeans {
    let width = Self.side + 1
    func ends(_ start: Double, _ length: Double) -> [Int] {
      (0...count).map {
        min(max(Int((start + length * Double($0) / Double(count)).rounded()), 0), Self.side)
      }
    }
    let columns = ends(part.x, part.width)
    let rows = ends(part.y, part.height)
    var means = [Double](repeating: 0, count: count * count)
    unsafe sums.withUnsafeBufferPointer { sums in
      for row in 0..<count {
        let (top, bottom) = (rows[row] * width, rows[row + 1] * width)
        for column in 0..<count {
          let (left, right) = (columns[column], columns[column + 1])
          let sum = unsafe sums[bottom + right] - sums[bottom + left] - sums[top + right]
          let area = (rows[row + 1] - rows[row]) * (right - left)
          means[row * count + column] =
            unsafe Double(sum + sums[top + left]) / Double(max(area, 1))
        }
      }
    }
    return CropMeans(means)
  }

  /// A part as a picture of its own.
  func greys(in part: CropArea) -> GreyGrid {
    let values = (0..<Self.side * Self.side).map { place in
      let x = part.x + (Double(place % Self.side) + 0.5) * part.width / Double(Self.side) - 0.5
      let y = part.y + (Double(place / Self.side) + 0.5) * part.height / Double(Self.side) - 0.5
      return between(x, y)
    }
    return GreyGrid(values: values)!
  }

  private func between(_ x: Double, _ y: Double) -> UInt8 {
    let last = Double(Self.side - 1)
    let (x, y) = (min(max(x, 0), last), min(max(y, 0), last))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, Self.side - 1), min(top + 1, Self.side - 1))
    let (across, down) = (x - Double(left), y - Double(top))
    func row(_ y: Int) -> Double {
      Double(greys.values[y * Self.side + left]) * (1 - across)
        + Double(greys.values[y * Self.side + right]) * across
    }
    return UInt8(row(top) * (1 - down) + row(bottom) * down + 0.5)
  }
}

/// A part of a photo, in cells of a `GreyGrid`.
struct CropArea: Sendable {
  var x: Double
  var y: Double
  let width: Double
  let height: Double

  static let whole = CropArea(
    x: 0, y: 0, width: Double(GreyGrid.side), height: Double(GreyGrid.side))

  /// Moved and scaled about its middle, but not out of the whole; nil if it is larger than that.
  func changed(x stepX: Double, y stepY: Double, by factor: Double) -> CropArea? {
    let side = Double(GreyGrid.side)
    guard width * factor <= side + 0.01, height * factor <= side + 0.01 else { return nil }
    var area = CropArea(
      x: x + stepX + width * (1 - factor) / 2, y: y + stepY + height * (1 - factor) / 2,
      width: width * factor, height: height * factor)
    area.x = max(min(area.x, side - area.width), 0)
    area.y = max(min(area.y, side - area.height), 0)
    return area
  }
}

/// The mean greys of some cells, ready to be compared.
struct CropMeans: Sendable {
  private static let unit = 8192.0

  /// Less their mean, so that the sum of their squares is about that of the unit.
  private let values: [Int16]

  init(_ means: [Double]) {
    let mean = means.reduce(0, +) / Double(means.count)
    let norm = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    // Differences of a few steps are noise.
    let divisor = max(norm, 3 * Double(means.count).squareRoot())
    values = means.map {
      let value = ($0 - mean) / divisor * Self.unit
      // As `rounded`, which is a call for each of them.
      return Int16(value + (value < 0 ? -0.5.nextUp : 0.5.nextDown))
    }
  }

  private init(values: [Int16]) { self.values = values }

  /// Their correlation, at most 1.
  func correlation(with other: CropMeans) -> Double {
    var sum: Int32 = 0
    unsafe values.withUnsafeBufferPointer { one in
      unsafe other.values.withUnsafeBufferPointer { two in
        for index in 0..<one.count { unsafe sum &+= Int32(one[index]) &* Int32(two[index]) }
      }
    }
    return Double(sum) / (Self.unit * Self.unit)
  }

  /// - Parameter side: the number of rows and of columns.
  func turned(_ orientation: CropSource.Orientation, side: Int) -> CropMeans {
    CropMeans(values: orientation.turned(values, side: side))
  }
}

/// Looks for one photo in others.
struct CropSearch {
  /// The cells of a row and of a column for a first look, and for a closer one.
  private static let coarse = 8
  private static let fine = 16
  /// The correlation from which a place is looked at more closely.
  private static let promising = 0.55
  /// How many places are.
  private static let maxPlaces = 3
  /// What two pictures of the same shot have at least in common at the closer look, and as
  /// sketches.
  private static let sameShot = 0.93
  private static let sameSketch = 0.75
  /// The sizes of crops, in shares of the largest one of the shape.
  private static let scales = [1, 0.91, 0.83, 0.75, 0.68, 0.62, 0.56, 0.5]
  /// How far apart places are that are tried, in shares of a crop's sides.
  private static let step = 0.12

  private struct Place {
    let area: CropArea
    let means: CropMeans
  }

  private let whole: CropSource
  /// By shape, in steps of 3 %.
  private var places: [Int: [Place]] = [:]

  init(in whole: CropSource) { self.whole = whole }

  /// Whether another photo is a part of this one, or all of it turned or mirrored.
  ///
  /// - Cost: 10 µs for a photo that shows something else.
  mutating func contains(_ part: CropSource) -> Bool {
    let upright = part.means(Self.coarse)
    for orientation in CropSource.Orientation.all {
      let wanted = upright.turned(orientation, side: Self.coarse)
      let shape = orientation.swapsSides ? 1 / part.shape : part.shape
      let areas = areas(like: wanted, shape, onlyLargest: orientation != .upright)
      if areas.isEmpty { continue }
      let turned = part.turned(orientation)
      let fine = turned.means(Self.fine)
      if areas.contains(where: { shows(turned, fine, around: $0) }) { return true }
    }
    return false
  }

  /// The most promising areas of a shape.
  private mutating func areas(
    like wanted: CropMeans, _ shape: Double, onlyLargest: Bool
  ) -> [CropArea] {
    var found: [(area: CropArea, correlation: Double)] = []
    for place in places(of: shape) where !onlyLargest || place.area.isLargest {
      let correlation = place.means.correlation(with: wanted)
      if correlation >= Self.promising { found.append((place.area, correlation)) }
    }
    return found.sorted { $0.correlation > $1.correlation }.prefix(Self.maxPlaces).map(\.area)
  }

  /// Whether the part is found near a place.
  private func shows(_ part: CropSource, _ wanted: CropMeans, around start: CropArea) -> Bool {
    var area = start
    var best = whole.means(in: area, Self.fine).correlation(with: wanted)
    var step = 4.0
    while step >= 0.5 {
      let before = best
      let factor = 1 + step / Double(GreyGrid.side)
      let steps: [(Double, Double, Double)] = [
        (step, 0, 1), (-step, 0, 1), (0, step, 1), (0, -step, 1), (0, 0, factor),
        (0, 0, 1 / factor),
      ]
      for (x, y, by) in steps {
        guard let next = area.changed(x: x, y: y, by: by) else { continue }
        let found = whole.means(in: next, Self.fine).correlation(with: wanted)
        if found > best { (best, area) = (found, next) }
      }
      if best == before { step /= 2 }
    }
    guard best >= Self.sameShot else { return false }
    let match = ViewSketch(whole.greys(in: area)).match(with: ViewSketch(part.greys))
    return match.hasDetails && match.similarity >= Self.sameSketch
  }

  /// The parts of a shape that are tried.
  private mutating func places(of shape: Double) -> [Place] {
    let key = Int((33 * Self.logarithm(shape)).rounded())
    if let known = places[key] { return known }
    let ratio = shape / whole.shape
    let side = Double(GreyGrid.side)
    let (width, height) = ratio >= 1 ? (side, side / ratio) : (side * ratio, side)
    var made: [Place] = []
    for scale in Self.scales {
      let (width, height) = (width * scale, height * scale)
      for y in Self.starts(height) {
        for x in Self.starts(width) {
          let area = CropArea(x: x, y: y, width: width, height: height)
          made.append(Place(area: area, means: whole.means(in: area, Self.coarse)))
        }
      }
    }
    places[key] = made
    return made
  }

  /// Where parts of a length begin.
  private static func starts(_ length: Double) -> [Double] {
    let room = Double(GreyGrid.side) - length
    let count = Int((room / (step * length)).rounded(.up))
    return (0...max(count, 0)).map { count == 0 ? 0 : room * Double($0) / Double(count) }
  }

  /// To the base of two, roughly: only for telling shapes apart.
  private static func logarithm(_ value: Double) -> Double {
    Double(value.exponent) + value.significand - 1
  }
}

extension CropArea {
  /// Whether it goes from one side of the whole to the other.
  fileprivate var isLargest: Bool { max(width, height) > Double(GreyGrid.side) - 0.01 }
}
