package import Imaging

/// The openings of a template: regions of alpha under one half that are large and wide enough to be
/// meant for photos. Pure: a mask in, openings out.
///
/// Everything smaller is decoration: slivers at edges, rims between lines, holes in logos.
package struct TemplateOpenings: Sendable {
  /// In reading order; empty if there are none.
  package let openings: [Opening]
  package let map: OpeningMap

  /// The share of the template's area that an opening has at least.
  private static let leastShare = 0.001
  /// The width of an opening's widest circle, relative to that of the widest opening.
  private static let leastWidth = 0.2

  /// - Parameters:
  ///   - mask: of less than 2^32 pixels.
  ///   - memory: what may be used beside the mask, in bytes.
  /// - Throws: with the bytes that it takes if these are more, as far as it came.
  /// - Cost: some passes over all pixels; 0.2 seconds for 24 megapixels, at most some seconds.
  package init(of mask: AlphaMask, memory: Int = .max) throws(OutOfMemory) {
    let count = mask.clearRunCount
    try OutOfMemory.check(count * ClearRegion.bytesOfRun, allowed: memory)
    let regions = try ClearRegion.regions(
      of: mask.clearRuns(count), ofAtLeast: Self.leastShare * Double(mask.size.pixels))
    // The runs of regions are kept.
    let left = memory - count * ValueMemory<PixelRun>.bytes(of: 1)
    try OutOfMemory.check(InscribedCircle.bytes(in: mask.size), allowed: left)
    let (wide, diameters) = try Self.wideEnough(regions, in: mask.size)
    let order = ReadingOrder.order(of: wide.map(\.bounds))
    map = try OpeningMap(
      order.map { wide[$0] }, diameters: order.map { diameters[$0] }, in: mask, memory: left)
    openings = order.enumerated().map { Opening(wide[$1], number: $0 + 1) }
  }

  /// How many pixels exact measures may look at, as a multiple of the template's: a limit for
  /// templates of strangers.
  private static let exactPasses = 8

  /// The regions whose widest circle is wide enough, and its diameters.
  private static func wideEnough(
    _ regions: [ClearRegion], in size: PixelSize
  ) throws(OutOfMemory) -> ([ClearRegion], [Double]) {
    var circles = try regions.map { region throws(OutOfMemory) in
      try InscribedCircle(roughlyIn: region).diameter
    }
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
        circles[index] = try InscribedCircle(exactlyIn: regions[index]).diameter
      }
    }
    let least = leastWidth * widest.lowerBound
    let kept = regions.indices.filter { circles[$0].lowerBound >= least }
    return (kept.map { regions[$0] }, kept.map { circles[$0].lowerBound })
  }
}
