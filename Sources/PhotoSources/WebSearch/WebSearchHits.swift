/// What the pages that were answered so far have in them.
struct WebSearchHits: Sendable {
  /// After so many pages in a row with nothing new no further one is asked for.
  private static let maxBarrenPages = 3

  private(set) var photos: [WebPhoto] = []
  /// How many pages there are; the next one has the following number.
  private(set) var pages = 0
  private(set) var isComplete = false
  private(set) var total: Int?
  private(set) var summary = WebSearchSummary()
  private var urls: Set<String> = []
  private var barrenPages = 0

  /// Adds the next page. A picture that was there before is left out.
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

/// What is known of a search on the web beside its hits.
package struct WebSearchSummary: Hashable, Sendable {
  /// How many results are left out because their format can't be read.
  package internal(set) var otherFormats = 0
  /// How many because their address can't be used, or their licence doesn't allow what was asked
  /// for.
  package internal(set) var unusable = 0
  /// As the latest answer says.
  package internal(set) var limits = RateLimits()
}
