package import Imaging

/// The gains of a finished collage, and how they are coded.
package struct FittedGains: Sendable {
  let plane: GainPlane
  let range: GainRange
  /// The headroom above white, in stops, with which a display shows the gains in full.
  package let headroom: Double

  /// What a collage with gains takes beside its pixels, in bytes: the gains, and what is encoded,
  /// which is kept to the end; hardly ever more than a byte for a pixel.
  package static func bytes(of size: PixelSize) -> Int { GainPlane.bytes(of: size) + size.pixels }

  /// Nil if the gains are negligible.
  package init?(_ plane: GainPlane, headroom: Double, threads: Int) {
    guard let range = GainRange(fitting: plane, threads: threads) else { return nil }
    self.plane = plane
    self.range = range
    self.headroom = headroom
  }
}

/// A photo's part in the headroom of a collage.
package struct HeadroomShare: Hashable, Sendable {
  /// With which the photo is shown in full, in stops.
  package let headroom: Double
  /// The photo's area, in any unit.
  package let area: Double

  package init(headroom: Double, area: Double) {
    self.headroom = headroom
    self.area = area
  }
}

extension Sequence<HeadroomShare> {
  /// The headroom with which a collage of the photos is shown in full.
  ///
  /// A display with less shows a smaller share of all photos' gains. So it is the most that any of
  /// them needs, but one that needs more than twice as much as half of their area doesn't count:
  /// that would dim all others. Nil without photos.
  package var ofCollage: Double? {
    let sorted = sorted { $0.headroom < $1.headroom }
    let half = sorted.reduce(0) { $0 + $1.area } / 2
    var area = 0.0
    let middle = sorted.first { share in
      area += share.area
      return area >= half
    }
    guard let middle else { return nil }
    return sorted.last { $0.headroom <= 2 * middle.headroom }?.headroom ?? middle.headroom
  }
}
