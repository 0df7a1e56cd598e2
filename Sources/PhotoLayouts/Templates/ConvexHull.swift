internal import Imaging

/// A convex polygon: the smallest that holds some pixels wholly. Its corners are in the order in
/// which one walks around it.
struct ConvexHull {
  let corners: [SIMD2<Double>]

  /// Around all pixels of a region.
  init(around region: ClearRegion) {
    let bounds = region.bounds
    var left = [Int](repeating: .max, count: bounds.height + 1)
    var right = [Int](repeating: .min, count: bounds.height + 1)
    for run in region.runs {
      // Both the upper and the lower edge of the row.
      for edge in run.y - bounds.y...run.y - bounds.y + 1 {
        left[edge] = min(left[edge], run.columns.lowerBound)
        right[edge] = max(right[edge], run.columns.upperBound)
      }
    }
    let ends = left.indices.flatMap { edge -> [SIMD2<Double>] in
      let y = Double(bounds.y + edge)
      return left[edge] > right[edge]
        ? [] : [SIMD2(Double(left[edge]), y), SIMD2(Double(right[edge]), y)]
    }
    self.init(sorted: ends)
  }

  /// Around two others.
  init(around one: ConvexHull, _ other: ConvexHull) {
    self.init(
      sorted: (one.corners + other.corners).sorted { first, second in
        (first.y, first.x) < (second.y, second.x)
      })
  }

  /// - Parameter points: from the top, at the same height from the left.
  private init(sorted points: [SIMD2<Double>]) {
    let right = Self.chain(points)
    let left = Self.chain(points.reversed())
    corners = Array(right.dropLast() + left.dropLast())
  }

  /// The points of a side, of which each turns the same way.
  private static func chain(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var chain: [SIMD2<Double>] = []
    for point in points {
      while chain.count > 1 {
        let last = chain[chain.count - 1]
        let (a, b) = (last - chain[chain.count - 2], point - last)
        guard a.x * b.y - a.y * b.x <= 0 else { break }
        chain.removeLast()
      }
      if chain.last != point { chain.append(point) }
    }
    return chain
  }

  /// Each side: from a corner, to the next one.
  var sides: [(SIMD2<Double>, SIMD2<Double>)] {
    corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
  }

  var area: Double {
    sides.reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
  }

  /// How much of an ellipse with the same second moments it fills: 1 for an ellipse, 0.99 for a
  /// regular hexagon, 0.955 for every rectangle and parallelogram, 0.83 for a triangle.
  var roundness: Double {
    // About one of the corners, so that no digits are lost.
    guard let origin = corners.first, area > 0 else { return 0 }
    var (mean, squares, product) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0)
    for (start, end) in sides {
      let (a, b) = (start - origin, end - origin)
      let cross = a.x * b.y - b.x * a.y
      mean += (a + b) * (cross / 6)
      squares += (a * a + a * b + b * b) * (cross / 12)
      product += (2 * a.x * a.y + 2 * b.x * b.y + a.x * b.y + b.x * a.y) * (cross / 24)
    }
    mean /= area
    let variance = squares / area - mean * mean
    let covariance = product / area - mean.x * mean.y
    let determinant = variance.x * variance.y - covariance * covariance
    return determinant > 0 ? area / (4 * .pi * determinant.squareRoot()) : 0
  }

  /// From its least to its greatest place in a direction.
  ///
  /// - Parameter direction: a unit vector.
  func range(along direction: SIMD2<Double>) -> ClosedRange<Double> {
    let places = corners.map { ($0 * direction).sum() }
    return (places.min() ?? 0)...(places.max() ?? 0)
  }

  /// The length of a line inside.
  ///
  /// - Parameters:
  ///   - normal: a unit vector across the line.
  ///   - place: the line's, in that direction.
  func chord(across normal: SIMD2<Double>, at place: Double) -> Double {
    let along = SIMD2(-normal.y, normal.x)
    let crossings = sides.compactMap { start, end -> Double? in
      let (before, after) = ((start * normal).sum() - place, (end * normal).sum() - place)
      guard (before < 0) != (after < 0) else { return nil }
      return ((start + (end - start) * (before / (before - after))) * along).sum()
    }
    return (crossings.max() ?? 0) - (crossings.min() ?? 0)
  }
}

/// The strip between two convex polygons, at right angles to which they lie farthest apart.
struct Corridor {
  /// A unit vector from the first to the second.
  let normal: SIMD2<Double>
  /// The strip's, in pixels; below 0 where the polygons overlap, by how much.
  let width: Double
  /// Where its middle is, in the normal's direction.
  let place: Double

  /// Nil for polygons without sides.
  init?(from first: ConvexHull, to second: ConvexHull) {
    var best: Corridor?
    for (start, end) in first.sides + second.sides where start != end {
      let side = end - start
      let across = SIMD2(side.y, -side.x) / (side * side).sum().squareRoot()
      for normal in [across, -across] {
        let near = first.range(along: normal).upperBound
        let far = second.range(along: normal).lowerBound
        if far - near > best?.width ?? -.infinity {
          best = Corridor(normal: normal, width: far - near, place: (near + far) / 2)
        }
      }
    }
    guard let best else { return nil }
    self = best
  }

  private init(normal: SIMD2<Double>, width: Double, place: Double) {
    self.normal = normal
    self.width = width
    self.place = place
  }
}
