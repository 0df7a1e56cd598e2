/// Puts moments in the order in which they were, of which some are known without the offset of
/// their clock: a photo without one was taken where the photo was that is nearest by the clock and
/// has one; without any, the clock alone counts.
package struct TimesInOrder: Sendable {
  /// Those that tell where photos were taken, by their clocks, ascending.
  private let places: [(clock: Int, offset: Int)]

  package init(_ moments: some Sequence<MomentTaken?>) {
    places = moments.compactMap { moment in
      guard let moment, moment.tellsPlace, let offset = moment.offset else { return nil }
      return (clock: moment.clock, offset: offset)
    }.sorted { $0 < $1 }
  }

  /// Whether the clock alone counts.
  package var isByClock: Bool { places.isEmpty }

  /// Microseconds since a day long ago.
  ///
  /// - Cost: a search among all moments with an offset.
  package func instant(of moment: MomentTaken) -> Int {
    guard !places.isEmpty else { return moment.clock }
    if let offset = moment.offset { return moment.instant(offset: offset) }
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].clock < moment.clock { low = middle + 1 } else { high = middle }
    }
    let around = [low - 1, low].filter(places.indices.contains)
    let nearest = around.min {
      abs(places[$0].clock - moment.clock) < abs(places[$1].clock - moment.clock)
    }
    return moment.instant(offset: nearest.map { places[$0].offset } ?? 0)
  }
}
