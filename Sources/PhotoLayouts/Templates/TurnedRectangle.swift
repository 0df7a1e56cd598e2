internal import Glibc
internal import Imaging

/// A rectangle that stands at an angle.
struct TurnedRectangle {
  let centreX: Double
  let centreY: Double
  let width: Double
  let height: Double
  /// In degrees, clockwise, above -45 and at most 45.
  let turn: Double

  /// The smallest box around the middles of a region's pixels, at any angle; nil for a region
  /// without area. The middles of pixels that are at least half clear end where the true shape
  /// does.
  init?(around region: ClearRegion) { self.init(around: Self.hull(region)) }

  /// The smallest box around a convex polygon, at any angle; nil for one without area.
  ///
  /// - Parameter hull: its corners, in the order in which one walks around it.
  init?(around hull: [SIMD2<Double>]) {
    guard hull.count > 2 else { return nil }
    var best: (area: Double, box: Self)?
    for (index, point) in hull.enumerated() {
      let next = hull[(index + 1) % hull.count]
      let length = hypot(next.x - point.x, next.y - point.y)
      let box = Self(hull, along: (next - point) / length)
      let area = box.width * box.height
      if area < best?.area ?? .infinity { best = (area, box) }
    }
    guard let best else { return nil }
    self = best.box
  }

  /// - Parameter along: a unit vector in the direction of one side.
  private init(_ hull: [SIMD2<Double>], along side: SIMD2<Double>) {
    // Of the four sides, the one that is least turned.
    var across = side
    while !(across.x > 0 && abs(across.y) <= across.x) { across = SIMD2(-across.y, across.x) }
    let down = SIMD2(-across.y, across.x)
    let u = hull.map { ($0 * across).sum() }
    let v = hull.map { ($0 * down).sum() }
    let (left, right) = (u.min() ?? 0, u.max() ?? 0)
    let (top, bottom) = (v.min() ?? 0, v.max() ?? 0)
    let centre = across * ((left + right) / 2) + down * ((top + bottom) / 2)
    (centreX, centreY) = (centre.x, centre.y)
    (width, height) = (right - left, bottom - top)
    turn = atan2(across.y, across.x) * 180 / .pi
  }

  /// The corners of the convex hull of the middles of all pixels, clockwise.
  private static func hull(_ region: ClearRegion) -> [SIMD2<Double>] {
    // Sorted: by rows, in each from the left.
    func ends(_ run: PixelRun) -> (SIMD2<Double>, SIMD2<Double>) {
      let y = Double(run.y) + 0.5
      return (
        SIMD2(Double(run.columns.lowerBound) + 0.5, y),
        SIMD2(Double(run.columns.upperBound) - 0.5, y)
      )
    }
    var (right, left) = (Chain(), Chain())
    for run in region.runs {
      let (first, last) = ends(run)
      right.append(first)
      right.append(last)
    }
    for run in region.runs.reversed() {
      let (first, last) = ends(run)
      left.append(last)
      left.append(first)
    }
    return Array(right.points.dropLast() + left.points.dropLast())
  }

  /// The corners from the first point to the last that turn to the right: those of whole numbers,
  /// so there are few.
  private struct Chain {
    private(set) var points: [SIMD2<Double>] = []

    mutating func append(_ point: SIMD2<Double>) {
      while points.count > 1 {
        let (one, two) = (points[points.count - 2], points[points.count - 1])
        let (a, b) = (two - one, point - two)
        guard a.x * b.y - a.y * b.x <= 0 else { break }
        points.removeLast()
      }
      if points.last != point { points.append(point) }
    }
  }
}
