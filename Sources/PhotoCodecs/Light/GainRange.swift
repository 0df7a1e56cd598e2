internal import Imaging
internal import ThreadPool

/// How gains are coded in a gain map's 256 values: evenly between a least and a most gain, so that
/// no gain is exactly a value.
package struct GainRange: Hashable, Sendable {
  /// The gain between two values, in millionths of a stop, as metadata state it.
  let step: Int
  /// The value without gain.
  let zero: Int

  /// In millionths of a stop.
  var least: Int { -zero * step }
  var most: Int { (Self.values - zero) * step }

  static let unit = 1_000_000
  private static let values = 255
  /// Gains below this, in stops, are not worth a map.
  private static let negligible = 1.0 / 16
  /// The share of the brightest and of the darkest pixels with gains that may be clipped.
  private static let clipped = 1.0 / 20_000

  /// Holds all gains from a least to a most one, in stops; nil if they are negligible.
  init?(_ gains: ClosedRange<Double>) {
    let (least, most) = (min(gains.lowerBound, 0), max(gains.upperBound, 0))
    guard most >= Self.negligible || least <= -Self.negligible else { return nil }
    let values = Double(Self.values)
    if least == 0 {
      zero = 0
    } else if most == 0 {
      zero = Self.values
    } else {
      let place = Int((-least / (most - least) * values).rounded(.up))
      zero = min(max(place, 1), Self.values - 1)
    }
    let needed = max(
      zero > 0 ? -least / Double(zero) : 0,
      zero < Self.values ? most / Double(Self.values - zero) : 0)
    step = Int((needed * Double(Self.unit)).rounded(.up))
  }

  /// Fits the gains of a plane; nil if they are negligible. A few of the outermost are clipped, so
  /// that single pixels don't make all others coarser.
  package init?(fitting plane: GainPlane, threads: Int) {
    let counts = Locked(GainCounts())
    let rows = plane.size.height
    let parts = max(min(threads, rows), 1)
    ThreadPool.shared.parallel(parts) { part in
      let own = plane.counts(inRows: rows * part / parts..<rows * (part + 1) / parts)
      counts.withLock { $0.add(own) }
    }
    guard let range = counts.withLock({ $0.range(leavingOut: Self.clipped) }) else { return nil }
    self.init(range)
  }

  /// The map's value for a gain in steps of `GainPlane`.
  func value(of gain: Int) -> UInt8 {
    let stops = Double(gain) / Double(GainPlane.stepsPerStop)
    let place = Double(zero) + stops * Double(Self.unit) / Double(step)
    return UInt8(min(max(place, 0), Double(Self.values)).rounded())
  }
}
