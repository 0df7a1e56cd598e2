package import ReactiveTraits

/// Wikimedia Commons, by MediaWiki's API. See https://commons.wikimedia.org/w/api.php.
package struct CommonsSearch: WebSearchService {
  package static let standardAddress = "https://commons.wikimedia.org"
  /// The width of thumbnails in pixels: one of those that the service keeps.
  private static let thumbnailWidth = 500
  /// The maximum number of answers that the details of one page may be spread over.
  private static let maxAnswers = 4

  package let name = "Wikimedia Commons"
  package var host: String { server.host }
  private let server: SearchServer

  /// - Parameter server: its user agent must contain a contact address.
  package init(_ server: SearchServer) { self.server = server }

  package func page(_ number: Int, of query: WebSearchQuery) -> Single<
    WebSearchPage, WebSearchError
  > {
    let offset = (min(number, .max / WebSearchPage.size) - 1) * WebSearchPage.size
    return details(of: query, ["gsroffset": "\(offset)"], CommonsPages(), answers: 1)
      .map { $0.page(licence: query.licence) }
  }

  /// Repeats the request until all details of a page's files are known.
  private func details(
    of query: WebSearchQuery, _ position: [String: String], _ known: CommonsPages, answers: Int
  ) -> Single<CommonsPages, WebSearchError> {
    server.answer(to: path(query, position))
      .map { answer throws(WebSearchError) in
        var pages = known
        try pages.add(answer)
        return pages
      }
      .flatMap { pages in
        guard let next = pages.continuation, answers < Self.maxAnswers else { return .just(pages) }
        return details(of: query, next, pages, answers: answers + 1)
      }
  }

  private func path(_ query: WebSearchQuery, _ position: [String: String]) -> String {
    // Excludes drawings, and whatever isn't a picture.
    let words = query.words + " filetype:bitmap"
    let parameters = [
      ("action", "query"), ("format", "json"), ("generator", "search"), ("gsrnamespace", "6"),
      ("gsrsearch", words), ("gsrlimit", "\(WebSearchPage.size)"), ("prop", "imageinfo"),
      ("iiprop", "url|dimensions|size|mime|extmetadata"), ("iiurlwidth", "\(Self.thumbnailWidth)"),
    ]
    let all = parameters + position.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return "/w/api.php?"
      + all.map { name, value in "\(name)=\(ExternalText.queryValue(value))" }
      .joined(separator: "&")
  }
}
