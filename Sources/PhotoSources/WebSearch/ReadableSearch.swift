package import PhotoCodecs
package import ReactiveTraits

/// A service's results without those in formats that can't be read here.
package struct ReadableSearch: WebSearchService {
  private let search: any WebSearchService
  private let isReadable: @Sendable (PhotoFormat) -> Bool

  /// - Parameter isReadable: called in the background, once for each format on a page.
  package init(
    _ search: any WebSearchService, isReadable: @escaping @Sendable (PhotoFormat) -> Bool = { $0.isReadable }
  ) {
    self.search = search
    self.isReadable = isReadable
  }

  package var name: String { search.name }
  package var host: String { search.host }

  package func page(_ number: Int, of query: WebSearchQuery) -> Single<WebSearchPage, WebSearchError> {
    search.page(number, of: query).map { [isReadable] page in
      let readable = Set(page.photos.map(\.format)).filter(isReadable)
      var page = page
      let found = page.photos.count
      page.photos.removeAll { !readable.contains($0.format) }
      page.otherFormats += found - page.photos.count
      return page
    }
  }
}
