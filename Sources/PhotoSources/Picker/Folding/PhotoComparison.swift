package import ReactiveTraits
internal import SystemPackage

/// Comparing the photos that a picker's search has found. Two are equal if they compare the same
/// photos for the same purpose.
package struct PhotoComparison: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// To fold series. If more photos than the limit have never been measured, only the others are
    /// compared.
    case folding(limit: Int)
    /// The same, and to choose so many of the best, besides those at these places.
    case choosing(Int, besides: Set<Int>)
  }

  package let purpose: Purpose
  private let found: PickerHits
  /// Which results these are, in the order of their arrival.
  let number: Int

  /// How many photos there are to compare.
  package var count: Int { found.count }

  init(_ found: PickerHits, number: Int, _ purpose: Purpose) {
    (self.found, self.number, self.purpose) = (found, number, purpose)
  }

  /// What it shows: one value, then finished. Cold; in the background.
  ///
  /// - Parameter report: called with the number of photos looked at so far, on any thread.
  package func series(
    _ search: SeriesSearch, report: @escaping @Sendable (Int) -> Void
  ) -> Single<FoundSeries, Never> {
    Single<[FilePath], Never>.work { [found] _ in found.paths }.flatMap { [purpose] paths in
      let limit = if case .folding(let limit) = purpose { limit } else { Int.max }
      return search.series(among: paths, measuringAtMost: limit, report: report).map { result in
        FoundSeries(result, of: paths.count, for: purpose)
      }
    }
  }

  package static func == (first: Self, second: Self) -> Bool {
    first.number == second.number && first.purpose == second.purpose
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(purpose)
  }
}

extension FoundSeries {
  /// - Parameter count: how many photos were found.
  fileprivate init(_ result: SeriesResult, of count: Int, for purpose: PhotoComparison.Purpose) {
    let groups = result.series.filter { !$0.others.isEmpty }.map { series in
      Group(
        best: result.photos[series.best].place,
        others: series.others.map { result.photos[$0.index].place })
    }
    var best: [PhotoSeries] = []
    if case .choosing(let wanted, let taken) = purpose {
      best = BestPhotos.chosen(wanted, of: result, besides: taken)
    }
    self.init(
      groups: groups, compared: result.photos.map(\.place),
      leftOut: count - result.photos.count - result.failures.count,
      best: best.map { result.photos[$0.best].place })
  }
}

extension PickerHits {
  /// The paths of its files. A list has only files, or none.
  fileprivate var paths: [FilePath] {
    compactMap { if case .file(let photo) = $0 { photo.path } else { nil } }
  }
}
