/// How a fetcher uses its cache.
package enum CacheMode: Sendable {
  /// What is fresh is used, and about what isn't its server is asked.
  case normal
  /// Only the cache is used, whatever its age.
  case offline
  /// Every server is asked, whatever is fresh.
  case refresh
}
