/// Why a service doesn't answer.
package enum WebSearchError: Error, Hashable, Sendable {
  /// The user wants nothing to be fetched.
  case offline
  /// The request to this host failed.
  case fetch(FetchError, host: String)
  /// It accepts no more requests for the time being.
  case limitReached(RateLimits)
  /// It rejected the request; with its reason, if it gave one.
  case refused(status: Int, reason: String?)
  /// Its answer doesn't have the documented form.
  case notUnderstood
}

extension WebSearchError: CustomStringConvertible {
  /// A sentence for the user, to follow the service's name.
  package var description: String {
    switch self {
    case .offline: return "searching the web needs a connection; leave out --offline"
    case .fetch(.noSuchHost, let host), .fetch(.unreachable, let host):
      return "no connection to the internet, or \(host) is down; check it, or try again later"
    case .fetch(.certificate(let reason), let host):
      return "\(host) can't be trusted (\(reason)); give the right certificates with --ca-file"
    case .fetch(.redirect, _), .fetch(.headerTooLong, _), .fetch(.protocolViolation, _),
      .fetch(.tooLarge, _),
      .notUnderstood:
      return "its answer can't be read; try again later"
    case .fetch(let error, _): return error.description
    case .limitReached(let limits):
      let facts = limits.limits.isEmpty ? "" : " (\(limits))"
      let advice =
        limits.retryAfter.map { "try again after \($0.wholeSeconds) s" } ?? "try again later"
      return "its search limit is reached\(facts); \(advice)"
    case .refused(let status, let reason):
      return
        "it refuses this search (\(reason ?? "\(status)")); try other words, or try again later"
    }
  }
}
