internal import Imaging

/// The regions of a template that show a photo each, and those of them that have parts.
struct OpeningRegions {
  struct Member {
    let region: ClearRegion
    /// Of the widest circle in it, or in its widest part, in pixels.
    let diameter: Double
    /// How many regions of clear pixels it has.
    let partCount: Int
    /// The area in pixels with the bands between its parts.
    let filledArea: Double
  }

  private(set) var members: [Member]

  /// Whether parts that belong together were found, joined or not.
  private(set) var hasParts = false

  /// In how many regions parts are looked for: nobody draws more with ribbons.
  private static let maxRegions = 100
  /// How much gaps may differ in width to count as equal, as a share.
  private static let tolerance = 0.3
  /// The width of a gap between photos at most, relative to their shorter side.
  private static let widestGutter = 0.04

  /// - Parameters:
  ///   - regions: all that are large enough.
  ///   - diameters: of the widest circle in each.
  ///   - least: the diameter that an opening has at least.
  ///   - joins: whether parts with a band between are one opening.
  ///   - memory: what may be used, in bytes.
  init(
    _ regions: [ClearRegion], diameters: [Double], least: Double, in size: PixelSize,
    joins: Bool, memory: Int
  ) throws(OutOfMemory) {
    let isWide = diameters.map { $0 >= least }
    let pairs = Self.pairs(regions, isWide, in: size)
    hasParts = !pairs.isEmpty
    members = []
    var isTaken = regions.map { _ in false }
    if joins {
      let bytes = pairs.map { regions[$0.one].runs.count + regions[$0.other].runs.count }
      try OutOfMemory.check(
        ValueMemory<PixelRun>.bytes(of: bytes.reduce(0, +)), allowed: memory)
      for pair in pairs {
        let joined = try ClearRegion(joining: regions[pair.one], regions[pair.other])
        members.append(
          Member(
            region: joined, diameter: max(diameters[pair.one], diameters[pair.other]),
            partCount: 2, filledArea: Double(joined.area) + pair.band.area))
        isTaken[pair.one] = true
        isTaken[pair.other] = true
      }
    }
    for (index, region) in regions.enumerated() where isWide[index] && !isTaken[index] {
      members.append(
        Member(
          region: region, diameter: diameters[index], partCount: 1,
          filledArea: Double(region.area)))
    }
  }

  private struct Pair {
    let one: Int
    let other: Int
    let band: Band
  }

  /// Pairs of regions that are parts of one opening, of which one at least is wide enough to be
  /// an opening by itself; no region is in two.
  private static func pairs(
    _ regions: [ClearRegion], _ isWide: [Bool], in size: PixelSize
  ) -> [Pair] {
    guard (2...maxRegions).contains(regions.count) else { return [] }
    let parts = regions.map(Band.Part.init)
    var found: [Pair] = []
    for one in parts.indices {
      for other in parts.indices where other > one && (isWide[one] || isWide[other]) {
        guard regions[one].isNear(regions[other]),
          let band = Band(between: parts[one], parts[other]),
          !isGutter(band, one, other, parts, isWide, in: size)
        else { continue }
        found.append(Pair(one: one, other: other, band: band))
      }
    }
    var isTaken = regions.map { _ in false }
    // The narrowest bands first.
    return found.sorted { ($0.band.width, $0.one, $0.other) < ($1.band.width, $1.one, $1.other) }
      .filter { pair in
        guard !isTaken[pair.one], !isTaken[pair.other] else { return false }
        isTaken[pair.one] = true
        isTaken[pair.other] = true
        return true
      }
  }

  /// Whether a band is as wide as the gaps between other openings, or as all that is left around
  /// these two: then it is likely a gap between photos that is drawn at an angle, as in comics.
  private static func isGutter(
    _ band: Band, _ one: Int, _ other: Int, _ parts: [Band.Part], _ isWide: [Bool],
    in size: PixelSize
  ) -> Bool {
    func isAlike(_ width: Double) -> Bool {
      abs(width - band.width) <= tolerance * band.width
    }
    guard band.isInRectangle else { return false }
    let bounds = parts[one].region.bounds.union(parts[other].region.bounds)
    let margins = [
      bounds.x, bounds.y, size.width - bounds.x - bounds.width,
      size.height - bounds.y - bounds.height,
    ]
    if band.width <= widestGutter * band.shortSide,
      margins.count(where: { isAlike(Double($0)) }) > 2
    {
      return true
    }
    return parts.indices.contains { third in
      guard third != one, third != other, isWide[third] else { return false }
      return [one, other].contains { index in
        parts[index].region.isNear(parts[third].region)
          && Corridor(from: parts[index].hull, to: parts[third].hull).map { isAlike($0.width) }
            ?? false
      }
    }
  }
}

extension ClearRegion {
  /// Whether so little is between the bounds that a band may be.
  fileprivate func isNear(_ other: ClearRegion) -> Bool {
    let (a, b) = (bounds, other.bounds)
    let across = max(a.x, b.x) - min(a.x + a.width, b.x + b.width)
    let down = max(a.y, b.y) - min(a.y + a.height, b.y + b.height)
    let whole = a.union(b)
    return max(across, down) <= min(whole.width, whole.height) / 2
  }
}
