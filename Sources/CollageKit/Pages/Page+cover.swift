internal import PhotoCodecs
internal import PhotoLayouts
internal import PhotoSources
internal import ReactiveTraits

extension Page {
  /// How large the date is below the photo of a cover; the title is larger.
  private static let coverText = TextSize.length(.percent(4.5))

  /// The first page of a book: the title, the photo whole, and below it when all photos were taken.
  ///
  /// - Parameters:
  ///   - place: the photo's, among all, from 0.
  ///   - options: of all pages.
  static func cover(showing place: Int, of photos: [Photo], _ options: CollageOptions) -> Page {
    var own = options
    own.photos = [options[photo: place]]
    own.photos[0].weight = PhotoOptions().weight
    own.layout.style = .mosaic
    own.layout.cells = nil
    own.layout.tree = nil
    own.layout.pick = 1
    own.layout.fit = .whole
    let dates = DatesShown(of: photos)
    let names = options.text.language.names
    own.text.captions = nil
    own.photos[0].caption = dates.map { PageText.text(of: $0, names) }
    own.text.namesMonthsInMargin = dates != nil
    own.text.captionPlace = .below
    own.text.header = nil
    own.text.footer = nil
    if own.text.size == .automatic { own.text.size = coverText }
    let folders = Set(photos.map(\.folderName))
    let folder = folders.count == 1 ? folders.first ?? nil : nil
    own.text.title = options.text.title.map { title in
      // Fields that only pages have stay as they are written.
      (try? PageText(title))?.title(folder: folder, dates: dates, names) ?? title
    }
    if own.text.title == nil { own.text.title = folder }
    return Page(number: 1, photos: [photos[place]], photoNumbers: [place + 1], options: own)
  }

  /// The place of the photo that suits best as the first of a book, from 0; the first if nothing is
  /// known of any: one value, then finished; or the failure `cancelled`. Cold.
  ///
  /// - Cost: decoding each photo at a small size.
  static func bestPlace(
    among photos: [Photo], _ limits: DecodeLimits
  ) -> Single<Int, CollageError> {
    let search = SeriesSearch(store: nil, limits: limits)
    return .work { cancellation throws(CollageError) in
      let measuring = search.leadValues(of: photos.map(\.path))
      guard case .success(let values)? = measuring.wait(cancelledBy: cancellation),
        !cancellation.isCancelled
      else { throw .cancelled }
      // The first of equals.
      return values.indices.max { (values[$0] ?? .min, -$0) < (values[$1] ?? .min, -$1) } ?? 0
    }
  }
}

extension DatesShown {
  /// From the first to the last; nil if none says when it was taken.
  init?(of photos: [Photo]) {
    let taken = photos.compactMap(\.shownMoment)
    guard let first = taken.min(by: { $0.start < $1.start }),
      let last = taken.max(by: { $0.start < $1.start })
    else { return nil }
    self.init(first: first, last: last)
  }
}
