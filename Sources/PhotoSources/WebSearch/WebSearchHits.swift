/// The contents of the pages received so far.
struct WebSearchHits: Sendable {
  /// After this many pages in a row without anything new, no further page is requested.
  private static let maxBarrenPages = 3

  private(set) var photos: [WebPhoto] = []
  /// The number of pages so far; the next one has the number that follows.
  private(set) var pages = 0
  private(set) var isComplete = false
  private(set) var total: Int?
  private(set) var summary = WebSearchSummary()
  private var urls: Set<String> = []
  private var barrenPages = 0

  /// Adds the next page. Pictures that were on an earlier page are skipped.
  mutating func add(_ page: WebSearchPage) {
    pages += 1
    let new = page.photos.filter { urls.insert($0.url).inserted }
    photos += new
    barrenPages = new.isEmpty ? barrenPages + 1 : 0
    isComplete = page.isLast || barrenPages >= Self.maxBarrenPages
    total = page.total
    summary.otherFormats += page.otherFormats
    summary.unusable += page.unusable
    summary.limits = page.limits
  }
}

/// Facts about a search on the web, in addition to its hits.
package struct WebSearchSummary: Hashable, Sendable {
  /// How many results were left out because their format can't be read.
  package internal(set) var otherFormats = 0
  /// How many results were left out because their address can't be used, or their licence doesn't
  /// allow what was asked for.
  package internal(set) var unusable = 0
  /// According to the latest answer.
  package internal(set) var limits = RateLimits()
}
