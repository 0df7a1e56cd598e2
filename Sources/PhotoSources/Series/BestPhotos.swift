internal import Imaging
internal import PhotoCodecs

/// Chooses photos that together tell what there is: spread over time and views, good ones first.
package enum BestPhotos {
  /// How much the place in time counts, and how much the view, in thousandths.
  private static let timeWeight = 700
  private static let viewWeight = 300
  /// From where to where views are more and more alike, in thousandths: most others are below.
  private static let alike = 350...550
  /// Sharpness from which a photo counts as sharp, in thousandths: that of most blurred ones is
  /// below, that of most others above.
  private static let sharp = 540
  /// As `Exposure.mean`: a photo below this is too dark.
  private static let darkMean = 24 * 64
  /// A photo whose longer side is below this is too small, in pixels.
  private static let smallSide = 640
  /// That of the worst photo, in thousandths.
  private static let leastValue = 100

  /// The best photos of some series, in order of time; all of them if there are fewer than `count`.
  ///
  /// Those that their owner gave most stars come first. Among equals it is the best photo of all;
  /// then each time the one that is farthest from those chosen, weighted by how good it is.
  ///
  /// - Parameter taken: the places of photos that were chosen before: their series are left out,
  ///   and the others are far from them.
  /// - Cost: proportional to the number of series, and to at most 2,000 of them times `count`.
  package static func chosen(
    _ count: Int, of result: SeriesResult, besides taken: Set<Int> = []
  ) -> [PhotoSeries] {
    let series = promising(
      inOrder(result.series), of: result, besides: taken, atLeast: count)
    let known = series.indices.filter { series[$0].hasPhoto(of: taken, in: result) }
    guard count < series.count - known.count else {
      return series.indices.filter { !known.contains($0) }.map { series[$0] }
    }
    let photos = series.map { result.photos[$0.best] }
    let sketches = photos.map { ViewSketch($0.traits.greys) }
    let places = places(of: series)
    let values = photos.map { value(of: $0.traits) }
    let preferences = photos.map(\.owner.preference)
    var distances = [Int](repeating: 1000, count: series.count)
    func add(_ next: Int) {
      for index in series.indices {
        let likeness = min(max(sketches[index].match(with: sketches[next]).similarity, 0), 1)
        let view = Int(likeness * 1000)
        let time = abs(places[index] - places[next]) * (count + known.count)
        let distance = (timeWeight * min(time, 1000) + viewWeight * (1000 - view)) / 1000
        distances[index] = min(distances[index], distance * otherness(view) / 1000)
      }
    }
    for index in known { add(index) }
    var chosen: [Int] = []
    while chosen.count < count {
      let next = series.indices.filter { !chosen.contains($0) && !known.contains($0) }.max {
        (preferences[$0], distances[$0] * values[$0], -$0)
          < (preferences[$1], distances[$1] * values[$1], -$1)
      }!
      chosen.append(next)
      add(next)
    }
    return chosen.sorted().map { series[$0] }
  }

  /// Up to so many series all are compared with those that were chosen.
  private static let maxCompared = 2000

  /// Of very many series the best ones of each stretch of time, and those that were taken.
  ///
  /// - Parameter series: in order of time.
  private static func promising(
    _ series: [PhotoSeries], of result: SeriesResult, besides taken: Set<Int>, atLeast count: Int
  ) -> [PhotoSeries] {
    guard series.count > max(maxCompared, 4 * count) else { return series }
    let perStretch = 4
    let stretches = max(maxCompared, 2 * count) / perStretch
    let best = (0..<stretches).flatMap { stretch in
      let range = (stretch * series.count / stretches)..<((stretch + 1) * series.count / stretches)
      return range.sorted { one, two in
        let (first, second) = (result.photos[series[one].best], result.photos[series[two].best])
        return (second.owner.preference, value(of: second.traits), one)
          < (first.owner.preference, value(of: first.traits), two)
      }.prefix(perStretch)
    }
    let known = series.indices.filter { series[$0].hasPhoto(of: taken, in: result) }
    // Those with most stars come first, wherever they are.
    let preferences = series.map { result.photos[$0.best].owner.preference }
    let liked = series.indices.filter { preferences[$0] > 0 }
      .sorted { (preferences[$1], $0) < (preferences[$0], $1) }.prefix(max(count, perStretch))
    return Set(best + known + liked).sorted().map { series[$0] }
  }

  /// How much a distance counts between photos whose views are so much alike, all in thousandths:
  /// less where they may show the same, so that a view that was missed as a series isn't chosen
  /// twice.
  private static func otherness(_ likeness: Int) -> Int {
    1000 - 4 * (min(max(likeness, alike.lowerBound), alike.upperBound) - alike.lowerBound)
  }

  /// In order of time; those without one come last. Files' times count only if there are no others.
  private static func inOrder(_ series: [PhotoSeries]) -> [PhotoSeries] {
    let dated = series.filter { $0.moment != nil && $0.moment?.source != .file }
    let others = series.filter { $0.moment?.source == .file || $0.moment == nil }
    func sorted(_ series: [PhotoSeries]) -> [PhotoSeries] {
      series.enumerated().sorted {
        ($0.element.time ?? .max, $0.offset) < ($1.element.time ?? .max, $1.offset)
      }.map(\.element)
    }
    return sorted(dated + others)
  }

  /// Where series lie in time, in thousandths: mostly by their times, a quarter by their number.
  private static func places(of series: [PhotoSeries]) -> [Int] {
    let times = series.map { $0.time ?? 0 }
    let (first, last) = (times.min() ?? 0, times.max() ?? 0)
    return series.indices.map { index in
      let rank = 1000 * index / max(series.count - 1, 1)
      let time = last > first ? (times[index] - first) * 1000 / (last - first) : rank
      return (rank + 3 * time) / 4
    }
  }

  /// How good a photo is by itself, in thousandths.
  private static func value(of traits: PhotoTraits) -> Int {
    var value = 1000
    value -= max(sharp - traits.bestSharpness, 0) * 2
    value -= traits.exposure.white
    if traits.exposure.mean < darkMean { value -= 200 }
    if max(traits.size.width, traits.size.height) < smallSide { value -= 200 }
    if traits.wholeFaces > 0 { value += 100 }
    return max(value, leastValue)
  }
}

extension PhotoSeries {
  /// Whether one of its photos is at one of these places.
  fileprivate func hasPhoto(of places: Set<Int>, in result: SeriesResult) -> Bool {
    !places.isEmpty
      && ([best] + others.map(\.index)).contains { places.contains(result.photos[$0].place) }
  }
}
