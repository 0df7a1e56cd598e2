internal import CollageKit
internal import Dispatch
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits

/// What a picker loads in the background, each kind by what it is of.
///
/// Must be used on its queue only.
struct PickerLoaders {
  /// How many are kept beyond those that are shown.
  private static let maxKept = 300
  /// How often a comparison says how far it is.
  private static let maxReports = 100

  let tiles: KeyedLoader<Tile.Request, Tile>
  /// The tile of the highlighted photo, in the panel or over the whole window.
  let large: KeyedLoader<Tile.Request, Tile>
  /// The photos themselves, with their headers, as soon as they are highlighted; a result from the
  /// web stands for itself.
  let photos: KeyedLoader<PickerPhoto, Result<Photo, PhotoError>>
  /// Small pictures of marked photos from the web; nil for those that have none.
  let smallPictures: KeyedLoader<WebPhoto, Photo?>
  /// Which photos of a page have the same bytes as one before them.
  let repeated: KeyedLoader<HitsPage, Set<PickerPhoto.ID>>
  /// Which photos show the same.
  let series: KeyedLoader<PhotoComparison, FoundSeries>
  /// How many photos were looked at by the latest comparison.
  let compared = Relay(0)

  let finder = DuplicateFinder()

  /// - Parameters:
  ///   - broken: called with each photo that turns out to be useless, and why, before `changed`.
  ///   - found: called with the series that a comparison has shown, before `changed`.
  ///   - changed: called when anything is there.
  init(
    _ dependencies: PickerDependencies, _ decoding: DecodingOptions, on queue: DispatchQueue,
    broken: @escaping (PickerPhoto, String) -> Void,
    found: @escaping (PhotoComparison, FoundSeries) -> Void, changed: @escaping () -> Void
  ) {
    let web = dependencies.web.photos
    let load = { request in Tile.tile(for: request, dependencies.thumbnails, web) }
    tiles = KeyedLoader(on: queue, keeping: Self.maxKept, load: load) { request, tile in
      if case .broken(let reason, let isAllowable) = tile, !(isAllowable && decoding.allowsDamage) {
        broken(request.photo, reason)
      }
      changed()
    }
    large = KeyedLoader(on: queue, load: load) { _, _ in changed() }
    photos = KeyedLoader(on: queue, keeping: Self.maxKept) { photo in
      switch photo {
      case .file(let file):
        PhotoIntake(web: nil, limits: decoding.limits).photo(at: .file(file.path))
      case .web(let result): .just(.success(PhotoIntake.unfetched(result)))
      }
    } loaded: { photo, result in
      if let error = result.failure { broken(photo, error.reason(.prompt)) }
      changed()
    }
    smallPictures = KeyedLoader(on: queue, keeping: .max) { result in
      PhotoIntake(web: web, limits: decoding.limits).smallPicture(of: result)
    } loaded: { _, _ in
      changed()
    }
    repeated = KeyedLoader(on: queue) { [finder] page in
      page.repeated(finder)
    } loaded: { _, _ in
      changed()
    }
    let search = SeriesSearch(store: .ofUser, limits: decoding.limits)
    series = KeyedLoader(on: queue) { [compared] comparison in
      compared.accept(0)
      let step = max(comparison.count / Self.maxReports, 1)
      return comparison.series(search) { if $0 % step == 0 { compared.accept($0) } }
    } loaded: { comparison, series in
      found(comparison, series)
      changed()
    }
  }

  func stop() {
    tiles.stop()
    large.stop()
    photos.stop()
    smallPictures.stop()
    repeated.stop()
    series.stop()
  }
}
