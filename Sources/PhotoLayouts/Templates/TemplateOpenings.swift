package import Imaging

/// The openings of a template: regions of alpha under one half that are large and wide enough to be
/// meant for photos. Pure: a mask in, openings out.
///
/// Everything smaller is decoration: slivers at edges, rims between lines, holes in logos.
package struct TemplateOpenings: Sendable {
  /// In reading order; empty if there are none.
  package let openings: [Opening]
  package let map: OpeningMap
  /// Whether bands such as ribbons lie across openings, so that it matters whether parts are
  /// joined.
  package let hasParts: Bool

  /// The share of the template's area that an opening has at least.
  private static let leastShare = 0.001
  /// The width of an opening's widest circle, relative to that of the widest opening.
  private static let leastWidth = 0.2

  /// - Parameters:
  ///   - mask: of less than 2^32 pixels.
  ///   - joins: whether regions that belong together by their outline are one opening.
  ///   - memory: what may be used beside the mask, in bytes.
  /// - Throws: with the bytes that it takes if these are more, as far as it came.
  /// - Cost: some passes over all pixels; 0.2 seconds for 24 megapixels, at most some seconds.
  package init(
    of mask: AlphaMask, joiningParts joins: Bool = true, memory: Int = .max
  ) throws(OutOfMemory) {
    let count = mask.clearRunCount
    try OutOfMemory.check(count * ClearRegion.bytesOfRun, allowed: memory)
    let regions = try ClearRegion.regions(
      of: mask.clearRuns(count), ofAtLeast: Self.leastShare * Double(mask.size.pixels))
    // The runs of regions are kept.
    let left = memory - count * ValueMemory<PixelRun>.bytes(of: 1)
    try OutOfMemory.check(InscribedCircle.bytes(in: mask.size), allowed: left)
    let (diameters, least) = try Self.widths(regions, in: mask.size)
    let found = try OpeningRegions(
      regions, diameters: diameters, least: least, in: mask.size, joins: joins, memory: left)
    hasParts = found.hasParts
    let order = ReadingOrder.order(of: found.members.map(\.region.bounds))
    let members = order.map { found.members[$0] }
    map = try OpeningMap(
      members.map(\.region), diameters: members.map(\.diameter), in: mask, memory: left)
    openings = members.enumerated().map { Opening($1, number: $0 + 1) }
  }

  /// How many pixels exact measures may look at, as a multiple of the template's: a limit for
  /// templates of strangers.
  private static let exactPasses = 8

  /// The diameter of the widest circle in each region, exactly enough to compare it with the least
  /// that an opening has.
  private static func widths(
    _ regions: [ClearRegion], in size: PixelSize
  ) throws(OutOfMemory) -> (diameters: [Double], least: Double) {
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
    return (circles.map(\.lowerBound), leastWidth * widest.lowerBound)
  }
}
