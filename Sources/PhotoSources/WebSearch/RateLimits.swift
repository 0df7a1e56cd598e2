/// How often a service may be asked, as its answer says (`X-RateLimit-*` and `Retry-After`).
package struct RateLimits: Hashable, Sendable {
  package struct Limit: Hashable, Sendable {
    /// As the service writes it: "20/min".
    package let limit: String
    /// How many requests are left of it.
    package let available: Int
  }

  /// Empty when the answer says nothing.
  package private(set) var limits: [Limit] = []
  /// How long to wait before the next request; nil when the answer doesn't say.
  package private(set) var retryAfter: Duration?

  /// The one of which the fewest requests are left; nil when none is known.
  package var scarcest: Limit? { limits.min { $0.available < $1.available } }

  package var isUsedUp: Bool { limits.contains { $0.available == 0 } }
}

extension RateLimits {
  /// Reads "X-RateLimit-Limit" with "X-RateLimit-Available" or "X-RateLimit-Remaining"; each may
  /// end in a name, such as "-anon_burst", where there are several limits.
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
  /// "19 of 20/min left, 199 of 200/day left"; empty when nothing is known.
  package var description: String {
    limits.map(\.description).joined(separator: ", ")
  }
}

extension RateLimits.Limit: CustomStringConvertible {
  /// "19 of 20/min left".
  package var description: String { "\(available) of \(limit) left" }
}
