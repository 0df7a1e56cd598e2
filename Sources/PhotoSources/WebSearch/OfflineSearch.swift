package import ReactiveTraits

/// Another service, which is not asked because the user wants nothing to be fetched.
package struct OfflineSearch: WebSearchService {
  package let name: String
  package let host: String

  package init(_ service: any WebSearchService) { (name, host) = (service.name, service.host) }

  package func page(_ number: Int, of query: WebSearchQuery) -> Single<WebSearchPage, WebSearchError> {
    .fail(.offline)
  }
}
