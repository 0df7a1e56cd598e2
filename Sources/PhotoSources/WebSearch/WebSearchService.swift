package import ReactiveTraits

/// A service that searches for pictures and answers with numbered pages. Each page costs a request.
package protocol WebSearchService: Sendable {
  /// The name that users know: "Openverse".
  var name: String { get }
  /// The server's host: "api.openverse.org".
  var host: String { get }

  /// A page of results: one value, then finished; or a failure. Cold; cancelling aborts the
  /// request. Arrives in the background. A page after the last one is empty.
  ///
  /// - Parameter number: from 1.
  func page(_ number: Int, of query: WebSearchQuery) -> Single<WebSearchPage, WebSearchError>
}

/// The words to search for, and the rules for results.
package struct WebSearchQuery: Hashable, Sendable {
  /// The words as they were typed; the service decides what they mean.
  package let words: String
  package let licence: LicenceFilter

  package init(_ words: String, licence: LicenceFilter = .any) {
    self.words = words
    self.licence = licence
  }
}

/// Results of a service, the most relevant first.
package struct WebSearchPage: Sendable {
  /// The number of results on a page, unless it is the last one.
  package static let size = 20

  package var photos: [WebPhoto] = []
  /// How many results were left out because their format can't be read.
  package var otherFormats = 0
  /// How many results were left out because their address can't be used, or their licence doesn't
  /// allow what was asked for.
  package var unusable = 0
  /// The number of results on all pages; nil if the service doesn't say.
  package var total: Int?
  package var isLast = true
  package var limits = RateLimits()

  /// Adds a result unless it must be left out.
  mutating func add(_ result: WebSearchResult, licence: LicenceFilter) {
    guard let format = result.format else { return otherFormats += 1 }
    guard let url = result.url, licence.allows(result.credit.licence) else { return unusable += 1 }
    photos.append(
      WebPhoto(
        url: url, thumbnail: result.thumbnail, format: format, size: result.size,
        credit: result.credit))
  }
}
