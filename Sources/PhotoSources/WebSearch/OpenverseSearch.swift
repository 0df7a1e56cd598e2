package import ReactiveTraits
internal import SafeText

/// Openverse, an index of openly licensed pictures. Needs no key. See
/// https://api.openverse.org/v1/.
package struct OpenverseSearch: WebSearchService {
  package static let standardAddress = "https://api.openverse.org"

  package let name = "Openverse"
  package var host: String { server.host }
  private let server: SearchServer

  package init(_ server: SearchServer) { self.server = server }

  package func page(_ number: Int, of query: WebSearchQuery) -> Single<
    WebSearchPage, WebSearchError
  > {
    var path = "/v1/images/?q=\(ExternalText.queryValue(query.words))&page=\(number)"
    path += "&page_size=\(WebSearchPage.size)"
    switch query.licence {
    case .any: break
    case .commercial: path += "&license_type=commercial"
    case .modify: path += "&license_type=modification"
    }
    return server.answer(to: path)
      .map { answer throws(WebSearchError) in try Self.page(number, in: answer, query.licence) }
      .catch { error in
        // There is no such page.
        if case .refused(404, _) = error, number > 1 {
          .just(WebSearchPage())
        } else {
          .fail(error)
        }
      }
  }

  private static func page(
    _ number: Int, in answer: SearchAnswer, _ licence: LicenceFilter
  ) throws(WebSearchError) -> WebSearchPage {
    guard let results = answer.members["results"]?.list else { throw .notUnderstood }
    var page = WebSearchPage()
    for result in results.prefix(WebSearchPage.size) {
      page.add(result.object.map(Self.result) ?? WebSearchResult(), licence: licence)
    }
    page.total = answer.members["result_count"]?.wholeNumber
    page.isLast = results.isEmpty || number >= answer.members["page_count"]?.wholeNumber ?? 0
    page.limits = RateLimits(answer.response)
    return page
  }

  private static func result(_ members: [String: JSONValue]) -> WebSearchResult {
    let url = ExternalText.url(members["url"]?.text)
    return WebSearchResult(
      url: url, thumbnail: ExternalText.url(members["thumbnail"]?.text),
      format: WebSearchResult.format(members["filetype"]?.text, url),
      size: WebSearchResult.size(members["width"], members["height"]),
      credit: PhotoCredit(
        title: ExternalText.line(members["title"]?.text),
        creator: ExternalText.line(members["creator"]?.text),
        licence: licence(members["license"]?.text, version: members["license_version"]?.text),
        licenceURL: ExternalText.url(members["license_url"]?.text),
        sourcePage: ExternalText.url(members["foreign_landing_url"]?.text)))
  }

  /// "CC BY-SA 4.0" for "by-sa" and "4.0".
  private static func licence(_ code: String?, version: String?) -> String? {
    guard let code = ExternalText.line(code, maxCount: 50) else { return nil }
    let name =
      switch code.lowercased() {
      case "pdm": "Public Domain Mark"
      case "cc0": "CC0"
      default: "CC \(code.uppercased())"
      }
    return ExternalText.line(version, maxCount: 20).map { "\(name) \($0)" } ?? name
  }
}
