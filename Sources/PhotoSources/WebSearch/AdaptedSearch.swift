package import PhotoCodecs
package import ReactiveTraits

/// A service that changes the pages of another one.
package struct AdaptedSearch: WebSearchService {
  fileprivate let service: any WebSearchService
  fileprivate let adapted:
    @Sendable (Single<WebSearchPage, WebSearchError>) -> Single<WebSearchPage, WebSearchError>

  package var name: String { service.name }
  package var host: String { service.host }

  package func page(_ number: Int, of query: WebSearchQuery) -> Single<
    WebSearchPage, WebSearchError
  > {
    adapted(service.page(number, of: query))
  }
}

extension WebSearchService {
  /// The service without results in formats that can't be read here.
  ///
  /// - Parameter isReadable: called in the background, once for each format on a page.
  package func readable(
    _ isReadable: @escaping @Sendable (PhotoFormat) -> Bool = { $0.isReadable }
  ) -> AdaptedSearch {
    AdaptedSearch(service: self) { page in
      page.map { page in
        let readable = Set(page.photos.map(\.format)).filter(isReadable)
        var page = page
        let found = page.photos.count
        page.photos.removeAll { !readable.contains($0.format) }
        page.otherFormats += found - page.photos.count
        return page
      }
    }
  }

  /// The service, which also remembers the credits of its photos.
  ///
  /// - Parameter credits: nil to remember nothing.
  package func remembering(_ credits: CreditStore?) -> AdaptedSearch {
    AdaptedSearch(service: self) { page in
      page.map { page in
        credits?.store(page.photos.map { ($0.url, $0.credit) })
        return page
      }
    }
  }

  /// The service, failing at once because the user wants nothing to be fetched.
  package func offline() -> AdaptedSearch { AdaptedSearch(service: self) { _ in .fail(.offline) } }
}
