/// How often a service may be asked, according to its answer (`X-RateLimit-*` and `Retry-After`).
package struct RateLimits: Hashable, Sendable {
  package struct Limit: Hashable, Sendable {
    /// In the service's own words: "20/min".
    package let limit: String
    /// How many requests are left.
    package let available: Int
  }

  /// Empty if the answer doesn't say.
  package private(set) var limits: [Limit] = []
  /// How long to wait before the next request; nil if the answer doesn't say.
  package private(set) var retryAfter: Duration?

  /// The limit with the fewest requests left; nil if none is known.
  package var scarcest: Limit? { limits.min { $0.available < $1.available } }

  /// How long to make no searches that the user hasn't asked for: as long as the service says, or
  /// where less than a quarter of a limit is left; nil if there is no need.
  var typingPause: Duration? {
    ([retryAfter] + limits.map(\.typingPause)).compactMap(\.self).max()
  }

  package var isUsedUp: Bool { limits.contains { $0.available == 0 } }
}

extension RateLimits {
  /// Reads "X-RateLimit-Limit" with "X-RateLimit-Available" or "X-RateLimit-Remaining". If there
  /// are several limits, these names have a suffix, such as "-anon_burst".
  init(_ response: WebResponse) {
    let prefix = "x-ratelimit-limit"
    limits = response.headers.sorted { $0.key < $1.key }.compactMap { name, value in
      guard name.hasPrefix(prefix), let limit = ExternalText.line(value, maxCount: 20) else {
        return nil
      }
      let scope = name.dropFirst(prefix.count)
      let available =
        response["x-ratelimit-available\(scope)"] ?? response["x-ratelimit-remaining\(scope)"]
      return available.flatMap { Int($0) }.map { Limit(limit: limit, available: max($0, 0)) }
    }
    retryAfter = response.retryAfter
  }
}

extension RateLimits: CustomStringConvertible {
  /// "19 of 20/min left, 199 of 200/day left"; empty if nothing is known.
  package var description: String {
    limits.map(\.description).joined(separator: ", ")
  }
}

extension RateLimits.Limit {
  /// A minute for a limit per minute, else an hour; nil if enough is left.
  fileprivate var typingPause: Duration? {
    let all = Int(limit.prefix { $0.isWholeNumber }) ?? 0
    guard available < max(all / 4, 1) else { return nil }
    return limit.contains("min") || limit.contains("sec") ? .seconds(60) : .seconds(3600)
  }
}

extension RateLimits.Limit: CustomStringConvertible {
  /// "19 of 20/min left".
  package var description: String { "\(available) of \(limit) left" }
}
