internal import PhotoLayouts
internal import PhotoSources
internal import ReactiveTraits

extension Page {
  /// How much larger the photo should be that leads a book: layouts keep about half of it.
  private static let lead = 4.0
  /// How large poor photos beside it should be, of which one would be seen first otherwise: those
  /// that suit so much less, in thousandths.
  private static let poorWeight = 0.5
  private static let poor = 350

  /// Whether one of its photos may become larger: where nobody said how large each is.
  private var hasFreeSizes: Bool {
    photos.count > 1 && options.layout.isSearched && options.layout.cells == nil
      && options.pictures.template == nil
      && options.photos.allSatisfy { $0.weight == PhotoOptions().weight }
  }

  /// The same page with its best photo larger, which is what a book begins with, and poor ones
  /// smaller: one value, then finished; or the failure `cancelled`. Cold.
  ///
  /// - Cost: decoding each of its photos at a small size.
  func ledByBestPhoto() -> Single<Page, CollageError> {
    guard hasFreeSizes else { return .just(self) }
    let search = SeriesSearch(store: nil, limits: options.decoding.limits)
    return .work { cancellation throws(CollageError) in
      let measuring = search.leadValues(of: photos.map(\.path))
      guard case .success(let values)? = measuring.wait(cancelledBy: cancellation),
        !cancellation.isCancelled
      else { throw .cancelled }
      // The first of equals.
      let best = values.indices.max { (values[$0] ?? .min, -$0) < (values[$1] ?? .min, -$1) }
      guard let best, values[best] != nil else { return self }
      var options = options
      let least = (values[best] ?? 0) - Self.poor
      for place in values.indices where (values[place] ?? least) < least {
        options[photo: place].weight = Self.poorWeight
      }
      let isWished = options.layout.lead != LayoutOptions().lead
      options[photo: best].weight = max(options.layout.lead, Self.lead)
      options.layout.lead = LayoutOptions().lead
      return Page(
        number: number, photos: photos, photoNumbers: photoNumbers, options: options,
        isWeighed: !isWished)
    }
  }
}
