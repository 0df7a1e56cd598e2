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

  /// - Cost: some passes over all pixels; 0.2 seconds for 24 megapixels, at most some seconds.
  package init(of mask: AlphaMask) {
    let regions = ClearRegion.regions(
      of: mask, ofAtLeast: Self.leastShare * Double(mask.size.pixels))
    let (wide, diameters) = Self.wideEnough(regions, in: mask.size)
    let order = Self.readingOrder(of: wide.map(\.bounds))
    let map = OpeningMap(
      order.map { wide[$0] }, diameters: order.map { diameters[$0] }, in: mask)
    self.map = map
    openings = order.enumerated().map { Opening(wide[$1], number: $0 + 1) }
  }

  /// How many pixels exact measures may look at, as a multiple of the template's: a limit for
  /// templates of strangers.
  private static let exactPasses = 8

  /// The regions whose widest circle is wide enough, and its diameters.
  private static func wideEnough(
    _ regions: [ClearRegion], in size: PixelSize
  ) -> ([ClearRegion], [Double]) {
    var circles = regions.map { InscribedCircle(roughlyIn: $0).diameter }
    /// Bounds of the widest one's.
    var widest: ClosedRange<Double> {
      (circles.map(\.lowerBound).max() ?? 0)...(circles.map(\.upperBound).max() ?? 0)
    }
    let rough = widest
    let isUndecided = circles.map { circle in
      circle.lowerBound < leastWidth * rough.upperBound
        && circle.upperBound >= leastWidth * rough.lowerBound
    }
    if isUndecided.contains(true) {
      var left = exactPasses * size.pixels
      for (index, circle) in circles.enumerated()
      where isUndecided[index] || circle.upperBound >= rough.lowerBound {
        left -= regions[index].bounds.size.pixels
        if left < 0 { break }
        circles[index] = InscribedCircle(exactlyIn: regions[index]).diameter
      }
    }
    let least = leastWidth * widest.lowerBound
    let kept = regions.indices.filter { circles[$0].lowerBound >= least }
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
