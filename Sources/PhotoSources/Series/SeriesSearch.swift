internal import Imaging
package import PhotoCodecs
package import ReactiveTraits
package import SystemPackage
internal import ThreadPool

/// Finds series among photos: bursts, copies and edits that show the same moment.
package final class SeriesSearch: Sendable {
  private let reader: TraitsReader
  private let store: TraitsStore?

  /// - Parameters:
  ///   - store: nil to leave the disk alone.
  ///   - limits: photos that exceed them are not decoded.
  package init(store: TraitsStore?, limits: DecodeLimits = DecodeLimits()) {
    self.store = store
    reader = TraitsReader(store: store, limits: limits)
  }

  /// - Parameter maxInMemory: the greys of more photos than this are kept in a file.
  init(store: TraitsStore, maxInMemory: Int) {
    self.store = store
    reader = TraitsReader(store: store, limits: DecodeLimits(), maxInMemory: maxInMemory)
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
    .work { [reader, store] cancellation in
      let found = Measured(
        reader.values(
          of: paths, measuringAtMost: limit, cancellation, report: report,
          { Measured.photo($0, paths, sidecars) }))
      let groups = SeriesGroups.groups(of: found.photos, in: store, cancellation)
      let series = ThreadPool.shared.map(groups, atOnce: 64, Cancellation()) {
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
      let reading = reader.values(
        of: [photo], cancellation, report: { _ in },
        { Measured.photo($0, [photo], SidecarFinder()) })
      let wanted = Measured(reading)
      if let failure = wanted.failures.first { throw failure }
      guard let wanted = wanted.photos.first?.traits.greys else { return [] }
      return reader.values(of: paths, cancellation, report: report) { reading in
        guard !cancellation.isCancelled, case .success(let photo) = reading.outcome,
          SeriesFinder.showSameView(wanted, photo.traits.greys)
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
      let found = reader.values(of: paths, cancellation, report: { _ in }) { reading in
        (try? reading.outcome.get()).map { (reading.index, $0.traits.leadValue) }
      }
      for (index, value) in found { values[index] = value }
      return values
    }
  }

  private struct Measured {
    var photos: [SeriesPhoto] = []
    var failures: [SeriesFailure] = []

    /// In order.
    init(_ found: [Result<SeriesPhoto, SeriesFailure>]) {
      for found in found {
        switch found {
        case .success(let photo): photos.append(photo)
        case .failure(let failure): failures.append(failure)
        }
      }
      photos = SeriesPhoto.placed(photos)
    }

    static func photo(
      _ reading: TraitsReader.Reading, _ paths: [FilePath], _ sidecars: SidecarFinder
    ) -> Result<SeriesPhoto, SeriesFailure>? {
      let path = paths[reading.index]
      switch (reading.outcome, reading.identity) {
      case (.success(let photo), let identity?):
        let owner = OwnerFacts(
          photo.facts, of: path, modified: identity.modified.seconds, sidecars)
        return .success(SeriesPhoto(reading.index, path, photo.traits, identity, owner))
      case (.failure(let error), _): return .failure(SeriesFailure(path: path, error: error))
      case (.success, nil): return nil
      }
    }
  }
}
