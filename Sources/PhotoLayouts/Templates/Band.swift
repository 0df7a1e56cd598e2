internal import Glibc
internal import Imaging

/// What lies between two regions that belong together by their outline: a ribbon across an opening.
///
/// They do if what holds both is a simple shape of which they fill all but a thin band, and neither
/// is as complete by itself. Rectangles in a row are never parts of one: there the band is the gap
/// of a strip or a grid.
struct Band {
  /// The shape that holds both parts.
  let outline: ConvexHull
  /// Its area in pixels, without the parts.
  let area: Double
  /// Its mean width in pixels.
  let width: Double
  /// Whether the outline is a rectangle. Then it might be a gap between photos that is drawn at an
  /// angle.
  let isInRectangle: Bool
  /// The shorter side of the outline's smallest box, in pixels.
  let shortSide: Double

  /// How wide a band is at most, relative to the side of a square as large as the outline.
  private static let widest = 0.25
  /// How much less wide it may be where it is narrowest: a ribbon's edges may be waves.
  private static let narrowing = 0.25
  /// The share of its hull that each part fills at least.
  private static let convexShare = 0.9
  /// How many degrees a band in a rectangle is turned against its sides at least.
  private static let leastTurn = 4.0
  /// How much the parts grow towards the band, as the sum of their skewnesses: in rectangles,
  /// where the angle says as much, and in other shapes.
  private static let leastGrowth = (rectangle: 0.05, other: 0.25)

  /// Nil for regions that are no parts of one opening.
  init?(between one: Part, _ other: Part) {
    guard let corridor = Corridor(from: one.hull, to: other.hull), corridor.width > -1 else {
      return nil
    }
    outline = ConvexHull(around: one.hull, other.hull)
    let whole = outline.area
    let chord = outline.chord(across: corridor.normal, at: corridor.place)
    guard let box = TurnedRectangle(around: outline.corners), chord > 0,
      one.isNearlyConvex(Self.convexShare), other.isNearlyConvex(Self.convexShare)
    else { return nil }
    shortSide = min(box.width, box.height)
    area = whole - one.area - other.area
    width = area / chord
    // Between shapes that curve away from each other it widens towards its ends.
    let mean = (whole - one.hull.area - other.hull.area) / chord
    guard width <= Self.widest * whole.squareRoot(),
      mean - corridor.width <= Self.narrowing * width + 1
    else { return nil }
    let growth = (one.skewness(along: -corridor.normal), other.skewness(along: corridor.normal))
    guard min(growth.0, growth.1) > -0.02 else { return nil }
    let share = whole / (box.width * box.height)
    if share >= 0.97 {
      isInRectangle = true
      guard growth.0 + growth.1 >= Self.leastGrowth.rectangle,
        box.angle(to: corridor.normal) >= Self.leastTurn
      else { return nil }
    } else {
      isInRectangle = false
      guard growth.0 + growth.1 >= Self.leastGrowth.other,
        share <= 0.93, outline.roundness >= 0.965
      else { return nil }
    }
  }

  /// A region that may be a part.
  struct Part {
    let region: ClearRegion
    let hull: ConvexHull

    init(_ region: ClearRegion) {
      self.region = region
      hull = ConvexHull(around: region)
    }

    /// In pixels.
    var area: Double { Double(region.area) }

    fileprivate func isNearlyConvex(_ share: Double) -> Bool { area >= share * hull.area }

    /// The third standardised moment of its pixels' places in a direction: above 0 if it becomes
    /// narrower that way.
    fileprivate func skewness(along direction: SIMD2<Double>) -> Double {
      let bounds = region.bounds
      let middle = SIMD2(
        Double(bounds.x) + Double(bounds.width) / 2, Double(bounds.y) + Double(bounds.height) / 2)
      var sums = SIMD3<Double>.zero
      for run in region.runs {
        let count = Double(run.columns.count)
        let x = Double(run.columns.lowerBound + run.columns.upperBound) / 2
        let place = ((SIMD2(x, Double(run.y) + 0.5) - middle) * direction).sum()
        // Of equally spaced places around this one.
        let spread = direction.x * direction.x * (count * count - 1) / 12
        sums += SIMD3(place, place * place + spread, place * (place * place + 3 * spread)) * count
      }
      let moments = sums / area
      let variance = moments.y - moments.x * moments.x
      guard variance > 0 else { return 0 }
      let third = moments.z - 3 * moments.x * moments.y + 2 * moments.x * moments.x * moments.x
      return third / (variance * variance.squareRoot())
    }
  }
}

extension TurnedRectangle {
  /// The angle between a direction and the side that is nearest to it, in degrees: 0 to 45.
  fileprivate func angle(to direction: SIMD2<Double>) -> Double {
    let angle = atan2(direction.y, direction.x) * 180 / .pi - turn
    return abs(angle - (angle / 90).rounded() * 90)
  }
}
