internal import Imaging

/// Photos whose shapes differ little.
enum LikeShapes {
  /// The photos' ratios, with those that differ little made equal; nil if that changes none.
  ///
  /// - Parameter limit: the share of a photo that may be cropped for it.
  static func ratios(of shapes: [PhotoShape], limit: Double) -> [Double]? {
    guard limit > 0 else { return nil }
    let factor = 1 / ((1 - limit) * (1 - limit))
    var ratios = shapes.map(\.ratio)
    let sorted = shapes.indices.filter { shapes[$0].cropTolerance == 1 }
      .sorted { (ratios[$0], $0) < (ratios[$1], $1) }
    var rest = sorted[...]
    var changes = false
    while let first = rest.first {
      let group = rest.prefix { shapes[$0].ratio <= shapes[first].ratio * factor }
      rest = rest.dropFirst(group.count)
      let (low, high) = (shapes[first].ratio, shapes[group.last ?? first].ratio)
      guard high > low else { continue }
      changes = true
      for photo in group { ratios[photo] = (low * high).squareRoot() }
    }
    return changes ? ratios : nil
  }

  /// Up to this factor between the ratios photos may be cropped to one of them.
  private static let alike = 1.182
  /// Up to this one they are all upright, or all wide.
  static let similar = 1.45

  /// Whether nothing speaks against a grid: the shapes are alike, and no photo is to be larger.
  static func areInterchangeable(_ shapes: [PhotoShape]) -> Bool {
    areAlike(shapes) && shapes.allSatisfy { $0.weight == shapes[0].weight }
  }

  /// Whether the ratios of all photos differ by less than a factor.
  static func areAlike(_ shapes: [PhotoShape], within factor: Double = alike) -> Bool {
    let ratios = shapes.map(\.ratio)
    guard let least = ratios.min(), let greatest = ratios.max() else { return false }
    return greatest < least * factor
  }
}
