package import ReactiveTraits

/// A service that is searched for pictures and answers with numbered pages. Each page costs a
/// request.
package protocol WebSearchService: Sendable {
  /// As users know it: "Openverse".
  var name: String { get }
  /// The server that is asked: "api.openverse.org".
  var host: String { get }

  /// A page of what is found: one value, then finished; or a failure. Cold; cancelling aborts the
  /// request. Arrives in the background. A page after the last one has no photos.
  ///
  /// - Parameter number: from 1.
  func page(_ number: Int, of query: WebSearchQuery) -> Single<WebSearchPage, WebSearchError>
}

/// What a service is searched for.
package struct WebSearchQuery: Hashable, Sendable {
  /// Words as they were typed; the service decides what they mean.
  package let words: String
  package let licence: LicenceFilter

  package init(_ words: String, licence: LicenceFilter = .any) {
    self.words = words
    self.licence = licence
  }
}

/// What a service has found: the most relevant first.
package struct WebSearchPage: Sendable {
  /// The results of a page, if the service has as many.
  package static let size = 20

  package var photos: [WebPhoto] = []
  /// How many results are left out because their format can't be read.
  package var otherFormats = 0
  /// How many are left out because their address can't be used, or their licence doesn't allow what
  /// was asked for.
  package var unusable = 0
  /// How many there are on all pages; nil if the service doesn't say.
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
