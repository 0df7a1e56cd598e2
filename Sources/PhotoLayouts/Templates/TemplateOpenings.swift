internal import Imaging

/// The openings of a template: regions of alpha under one half that are large and wide enough to be
/// meant for photos. Pure: a mask in, openings out.
///
/// Everything smaller is decoration: slivers at edges, rims between lines, holes in logos.
package struct TemplateOpenings: Hashable, Sendable {
  /// In reading order; empty if there are none.
  package let openings: [Opening]
  package let map: OpeningMap

  /// The share of the template's area that an opening has at least.
  private static let leastShare = 0.001
  /// The width of an opening's widest circle, relative to that of the widest opening.
  private static let leastWidth = 0.2

  /// - Cost: some passes over all pixels; 0.2 seconds for 24 megapixels.
  package init(of mask: AlphaMask) {
    let regions = ClearRegion.regions(
      of: mask, ofAtLeast: Self.leastShare * Double(mask.size.pixels))
    let (wide, diameters) = Self.wideEnough(regions)
    let order = Self.readingOrder(of: wide.map(\.bounds))
    let map = OpeningMap(
      order.map { wide[$0] }, diameters: order.map { diameters[$0] }, in: mask)
    self.map = map
    openings = order.enumerated().map { place, index in
      Opening(wide[index], number: place + 1, visibleBounds: map.bounds(of: place + 1))
    }
  }

  /// The regions whose widest circle is wide enough, and its diameters.
  private static func wideEnough(_ regions: [ClearRegion]) -> ([ClearRegion], [Double]) {
    var circles = regions.map { InscribedCircle(roughlyIn: $0).diameter }
    func isUndecided(_ circle: ClosedRange<Double>, _ widest: ClosedRange<Double>) -> Bool {
      circle.lowerBound < leastWidth * widest.upperBound
        && circle.upperBound >= leastWidth * widest.lowerBound
    }
    var widest = circles.max { $0.lowerBound < $1.lowerBound } ?? 0...0
    if circles.contains(where: { isUndecided($0, widest) }) {
      for (index, circle) in circles.enumerated()
      where isUndecided(circle, widest) || circle.upperBound >= widest.lowerBound {
        circles[index] = InscribedCircle(exactlyIn: regions[index]).diameter
      }
      widest = circles.max { $0.lowerBound < $1.lowerBound } ?? 0...0
    }
    let kept = regions.indices.filter {
      circles[$0].lowerBound >= leastWidth * widest.lowerBound
    }
    return (kept.map { regions[$0] }, kept.map { circles[$0].lowerBound })
  }

  /// Rows from the top, in each from left to right. A row has the openings whose middles lie at
  /// most half the smaller height from that of its first.
  private static func readingOrder(of areas: [PixelRect]) -> [Int] {
    func middle(_ area: PixelRect) -> Int { 2 * area.y + area.height }
    var left = areas.indices.sorted { middle(areas[$0]) < middle(areas[$1]) }
    var order: [Int] = []
    while let first = left.first.map({ areas[$0] }) {
      let row = left.filter {
        middle(areas[$0]) - middle(first) <= min(areas[$0].height, first.height)
      }
      order += row.sorted { 2 * areas[$0].x + areas[$0].width < 2 * areas[$1].x + areas[$1].width }
      left.removeAll { row.contains($0) }
    }
    return order
  }
}
