/// How a fetcher uses its cache.
package enum CacheMode: Sendable {
  /// A fresh response is used, and the server is asked about any other.
  case normal
  /// Only the cache is used, however old its responses are.
  case offline
  /// The server is always asked, even about a fresh response.
  case refresh
}
