internal import Imaging
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage

/// Finds series among photos: bursts, copies and edits that show the same moment.
package final class SeriesSearch: Sendable {
  private let reader: TraitsReader

  /// - Parameters:
  ///   - store: nil to leave the disk alone.
  ///   - limits: photos that exceed them are not decoded.
  package init(store: TraitsStore?, limits: DecodeLimits = DecodeLimits()) {
    reader = TraitsReader(store: store, limits: limits)
  }

  /// The series: one value, then finished; never fails. Cold; runs on a few threads. Cancelling
  /// stops it within a row of pixels while photos are measured, then within the comparisons of one
  /// photo with the others.
  ///
  /// - Parameters:
  ///   - paths: in the order in which the user sees them.
  ///   - limit: if more photos than this aren't in the store, they are left out.
  ///   - sidecars: finds what lies beside them.
  ///   - report: called with the number of photos looked at so far, on any thread.
  /// - Cost: 25 ms on one processor for each photo of 12 megapixels that isn't in the store.
  package func series(
    among paths: [FilePath], measuringAtMost limit: Int = .max,
    _ sidecars: SidecarFinder = SidecarFinder(),
    report: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Single<SeriesResult, Never> {
    .work { [reader] cancellation in
      let readings = reader.readings(
        of: paths, measuringAtMost: limit, cancellation, report: report)
      let found = Measured(readings, paths, sidecars)
      let series = SeriesFinder.groups(found.photos, cancellation).map {
        PhotoSeries($0, of: found.photos)
      }
      return SeriesResult(
        photos: found.photos, series: series.sorted { $0.best < $1.best },
        failures: found.failures)
    }
  }

  /// The indices of the paths that show the same view as a photo, in order: one value, then
  /// finished; or a failure if that photo can't be measured. Cold, as above.
  package func views(
    like photo: FilePath, among paths: [FilePath],
    report: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Single<[Int], SeriesFailure> {
    .work { [reader] cancellation throws(SeriesFailure) in
      let reading = reader.readings(of: [photo], cancellation) { _ in }
      let wanted = Measured(reading, [photo], SidecarFinder())
      if let failure = wanted.failures.first { throw failure }
      guard let wanted = wanted.photos.first?.traits.greys else { return [] }
      return reader.readings(of: paths, cancellation, report: report).compactMap { reading in
        guard !cancellation.isCancelled, case .success(let traits) = reading.outcome,
          SeriesFinder.showSameView(wanted, traits.greys)
        else { return nil }
        return reading.index
      }
    }
  }

  /// How well each photo suits as the first and largest one of a book; nil for one that can't be
  /// measured: one value, then finished; never fails. Cold, as above.
  package func leadValues(of paths: [FilePath]) -> Single<[Int?], Never> {
    .work { [reader] cancellation in
      var values = [Int?](repeating: nil, count: paths.count)
      for reading in reader.readings(of: paths, cancellation, report: { _ in }) {
        values[reading.index] = (try? reading.outcome.get())?.leadValue
      }
      return values
    }
  }

  private struct Measured {
    var photos: [SeriesPhoto] = []
    var failures: [SeriesFailure] = []

    init(
      _ readings: [TraitsReader.Reading], _ paths: [FilePath], _ sidecars: SidecarFinder
    ) {
      for reading in readings {
        switch (reading.outcome, reading.identity) {
        case (.success(let traits), let identity?):
          let path = paths[reading.index]
          let owner = OwnerFacts(
            traits.facts, of: path, modified: identity.modified.seconds, sidecars)
          photos.append(SeriesPhoto(reading.index, path, traits, identity, owner))
        case (.failure(let error), _):
          failures.append(SeriesFailure(path: paths[reading.index], error: error))
        case (.success, nil): break
        }
      }
      photos = SeriesPhoto.placed(photos)
    }
  }
}
